import { foldText } from '@counterfoil/kit/contract/fold-text.ts'
import { inEachLanguage, type Text } from '@counterfoil/kit/contract/texts.ts'
import { scanWork } from '@counterfoil/kit/jobs/scan.ts'

export type Labels = ReadonlyMap<string, Text>

let found: Promise<Labels> | undefined

/** What jobs and schedules are called, by their names, as each feature declares it. */
export function labelsOfWork(): Promise<Labels> {
  found ??= scanLabels()
  return found
}

async function scanLabels(): Promise<Labels> {
  // declarations alone: nothing runs
  const { jobs, schedules } = await scanWork({})
  return new Map([...jobs, ...schedules].map(({ name, label }) => [name, label]))
}

/** Work that the product no longer has is called by its name. */
export const labelOf = (labels: Labels, name: string): Text =>
  labels.get(name) ?? inEachLanguage(() => name)

/** The names of what is called so in any language. */
export function namesLabelled(labels: Labels, searchKey: string | undefined): string[] {
  if (!searchKey) return []
  const searched = foldText(searchKey)
  return [...labels]
    .filter(([, label]) => Object.values(label).some((text) => foldText(text).includes(searched)))
    .map(([name]) => name)
}
