// Sets of payments as boxes: for each dimension some of its atoms, as the bits of a number. What all conditions of a rule
// name is one box; what is left of a set when a box is taken out of it are boxes again.

export type Box = readonly bigint[]

export const isEmpty = (box: Box): boolean => box.some((atoms) => atoms === 0n)

export const meet = (a: Box, b: Box): Box => a.map((atoms, at) => atoms & (b[at] ?? 0n))

export const doMeet = (a: Box, b: Box): boolean => !isEmpty(meet(a, b))

/** What of a box is not in another: boxes that do not meet each other. */
function without(box: Box, taken: Box): Box[] {
  if (!doMeet(box, taken)) return [box]
  const left: Box[] = []
  const rest = [...box]
  for (const [at, atoms] of box.entries()) {
    const outside = atoms & ~(taken[at] ?? 0n)
    if (outside !== 0n) left.push(rest.map((one, place) => (place === at ? outside : one)))
    rest[at] = atoms & (taken[at] ?? 0n)
  }
  return left
}

/** What of some boxes is not in another; undefined when there would be more of them than can be looked at. */
export function allWithout(boxes: readonly Box[], taken: Box, most: number): Box[] | undefined {
  const left: Box[] = []
  for (const box of boxes) {
    left.push(...without(box, taken))
    if (left.length > most) return undefined
  }
  return left
}

/** The place of the lowest atom. */
export function firstAtom(atoms: bigint): number {
  let at = 0
  for (let rest = atoms; rest !== 0n && (rest & 1n) === 0n; rest >>= 1n) at += 1
  return at
}

export const allOf = (count: number): bigint => (1n << BigInt(count)) - 1n
