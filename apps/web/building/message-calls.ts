// biome-ignore lint/suspicious/noExplicitAny: nodes of a syntax tree, told apart by their type
type Node = any

/** A message in the code, with the name that a table gives it. */
export interface Message {
  readonly english: string
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A call of `msg`: where it is, what it is called with, and the messages in that. */
export interface MessageCall {
  readonly start: number
  readonly end: number
  readonly argument: { readonly start: number; readonly end: number }
  readonly messages: readonly Message[]
}

/** What a file declares as texts by `msg(…)`, in the order of the code. */
export function messageCalls(program: Node): MessageCall[] {
  const calls: MessageCall[] = []
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.name !== 'msg') return
    const [argument] = node.arguments
    const { start, end } = node
    calls.push({ start, end, argument, messages: messagesIn(argument, '') })
  })
  return calls
}

function messagesIn(node: Node, name: string): Message[] {
  const { start, end } = node
  if (node.type === 'ObjectExpression') {
    return node.properties.flatMap((property: Node) => {
      if (property.type !== 'Property' || property.computed) throw unreadable(node)
      return messagesIn(property.value, String(property.key.name ?? property.key.value))
    })
  }
  const isPlain = node.type === 'TemplateLiteral' && node.expressions.length === 0
  const english = isPlain ? node.quasis[0].value.cooked : node.value
  if (typeof english !== 'string') throw unreadable(node)
  return [{ english, name, start, end }]
}

const unreadable = ({ start }: Node) =>
  new Error(`The message at ${start} is not in the code as it is: catalogs cannot name it`)

function walk(node: Node, visit: (node: Node) => void): void {
  if (node === null || typeof node !== 'object') return
  if (typeof node.type === 'string') visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}
