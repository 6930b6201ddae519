import { parseSync } from 'vite'

export interface TextFinding {
  readonly line: number
  readonly what: string
}

/** Names, and words that are the same in all languages. */
export const sameInAll = new Set([
  'API',
  'American Express',
  'BDT',
  'BIC',
  'BIN',
  'Counterfoil',
  'CRM',
  'CSV',
  'E-mail',
  'EMV 3-D Secure',
  'Esc',
  'IBAN',
  'IP',
  'Logo',
  'MID',
  'MPI',
  'Mastercard',
  'Model',
  'PDF',
  'Platform',
  'Test',
  'Troy',
  'V2',
  'Visa',
  'Wiki',
  // a unit, and fixed formats
  'ms',
  'DD/MM/YYYY',
  'DD/MM/YYYY HH:mm',
])

/** Attributes that are read or heard by people. */
const spoken = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'label',
  'placeholder',
  'title',
  'text',
  'description',
])
const localeless = new Set(['toLowerCase', 'toUpperCase'])
const localised = new Set([
  'toLocaleDateString',
  'toLocaleLowerCase',
  'toLocaleString',
  'toLocaleTimeString',
  'toLocaleUpperCase',
])

// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree, told apart by their type
type Node = any

/**
 * What a web file says to people in one language alone: words in markup, and casing or formats that ask no locale (in
 * Turkish the capital of i is İ).
 */
export function textFindings(file: string, code: string): TextFinding[] {
  const findings: TextFinding[] = []
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const report = (node: Node, what: string) => {
    findings.push({ line: code.slice(0, node.start).split('\n').length, what })
  }
  const isComponent = file.endsWith('.tsx')
  walk(program, (node) => {
    if (node.type === 'JSXText') checkWords(node, node.value, report)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children) checkSpoken(child, report)
    }
    if (node.type === 'JSXAttribute' && spoken.has(node.name.name)) checkSpoken(node.value, report)
    if (node.type === 'CallExpression') checkCall(node, isComponent, report)
  })
  return findings
}

type Report = (node: Node, what: string) => void

function walk(node: Node, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit)
    return
  }
  if (typeof node.type === 'string') visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}

function checkWords(node: Node, text: string, report: Report): void {
  const words = text.trim()
  if (/\p{L}{2}/u.test(words) && !sameInAll.has(words))
    report(node, `says “${words}” in one language`)
}

/** A string where markup shows it, also where a condition chooses it. */
function checkSpoken(node: Node, report: Report): void {
  if (node === null || node === undefined) return
  switch (node.type) {
    case 'JSXExpressionContainer':
      checkSpoken(node.expression, report)
      break
    case 'ConditionalExpression':
      checkSpoken(node.consequent, report)
      checkSpoken(node.alternate, report)
      break
    case 'LogicalExpression':
      checkSpoken(node.right, report)
      break
    case 'TemplateLiteral':
      for (const part of node.quasis) checkWords(part, part.value.cooked ?? '', report)
      break
    case 'Literal':
      if (typeof node.value === 'string') checkWords(node, node.value, report)
  }
}

function checkCall(node: Node, isComponent: boolean, report: Report): void {
  const method = node.callee.property?.name
  if (isComponent && localeless.has(method)) report(node, `${method} knows no language`)
  if (localised.has(method) && node.arguments.length === 0)
    report(node, `${method} without a locale`)
}
