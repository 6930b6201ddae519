import type { Plugin } from 'vite'

/** Files that hold endpoint values and shared field schemas. */
const contracts = /(\.contract|kit\/contract\/fields)\.ts$/
/** Shapes that several contracts share: nothing of them is taken out, but what nobody uses is dropped. */
const schemas = /\.schema\.ts$/
/** What the browser does not need of an endpoint: it does not check what the server checks. */
const serverParts = new Set(['params', 'query', 'body', 'answer', 'accepted'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Takes the schemas out of endpoint values in the browser's build, and marks what a contract declares as free of
 * side effects. Then a page carries only the endpoints that it calls, and the validation library only where a
 * form imports a schema by its name.
 */
export function leanContracts(): Plugin {
  return {
    name: 'lean-contracts',
    apply: 'build',
    transform(code, id) {
      const file = id.split('?')[0] ?? ''
      const isContract = contracts.test(file)
      if (!isContract && !schemas.test(file)) return null
      const program = this.parse(code) as unknown as Node
      const edits = [...(isContract ? schemaEdits(program, code) : []), ...pureEdits(program)]
      return { code: applyEdits(code, edits), map: null }
    },
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child)
  }
}

/** Endpoints are declared by object literals, also through functions that fill in what they share; schemas by methods. */
function schemaEdits(program: Node, code: string): Edit[] {
  const nodes = [...walk(program)]
  const ofSchemas = new Set(
    nodes
      .filter((node) => isCall(node) && (node.callee as Node).type === 'MemberExpression')
      .flatMap((node) => node.arguments as Node[]),
  )
  return nodes
    .filter((node) => node.type === 'ObjectExpression' && !ofSchemas.has(node))
    .flatMap((node) => node.properties as Node[])
    .filter(
      (property) =>
        property.type === 'Property' && serverParts.has(String((property.key as Node).name)),
    )
    .map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))
}

/** Wraps each top-level constant, so that the bundler may drop those that nobody uses. */
function pureEdits(program: Node): Edit[] {
  const statements = (program.body as Node[]).map((statement) =>
    statement.type === 'ExportNamedDeclaration' && isNode(statement.declaration)
      ? statement.declaration
      : statement,
  )
  const values = statements
    .filter((statement) => statement.type === 'VariableDeclaration')
    .flatMap((statement) => statement.declarations as Node[])
    .map((declaration) => declaration.init)
    .filter(isNode)
    .filter((value) => !/Function/.test(value.type) && [...walk(value)].some(isCall))
  return values.flatMap(({ start, end }) => [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ])
}

const isCall = ({ type }: Node) => type === 'CallExpression' || type === 'NewExpression'

/** From the back, so that no edit moves the place of another. */
function applyEdits(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
