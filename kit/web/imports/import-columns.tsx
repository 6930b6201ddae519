import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import type { AnyField } from '@counterfoil/kit/contract/resource-field.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../calls/save-file.ts'
import table from '../lists/plain-table.module.css'
import { PartLine, RecordPart } from '../resource/record-part.tsx'
import { resourceTexts } from '../resource/resource.messages.ts'
import { useTexts, useTranslate } from '../texts/i18n.tsx'
import { importTexts } from './import.messages.ts'

/** What the columns of a file are called, as that is not what the screen calls them, and what may stand in them. */
export function ImportColumns({ of }: { of: Resource }) {
  const t = useTexts(importTexts)
  const common = useTexts(resourceTexts)
  const translate = useTranslate()
  const hintOf = useValueHint()
  const withWhat = ({ onlyFor }: AnyField) =>
    onlyFor === undefined
      ? ''
      : t[onlyFor.isOptional === true ? 'onlyWithOptional' : 'onlyWith']({
          choice: `${onlyFor.field} ${[onlyFor.is].flat().join(', ')}`,
        })
  const rows = Object.entries(of.fields).map(([name, field]) => ({
    name,
    isRequired: !field.isOptional && field.startsAs === undefined,
    label: translate(field.label),
    value: [hintOf(field), withWhat(field)].filter((one) => one !== '').join(' · '),
  }))
  const every = [
    ...rows,
    { name: 'isActive', isRequired: false, label: common.status, value: t.yesOrNo },
    { name: 'id', isRequired: false, label: t.ofChange, value: '' },
  ]
  return (
    <RecordPart title={t.columns} about={t.columnsAbout}>
      <PartLine>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
          onClick={() => saveFile(templateOf(of), `${of.id}.csv`)}
        >
          {t.template}
        </Button>
      </PartLine>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t.column}</th>
            <th scope="col">{t.field}</th>
            <th scope="col">{t.value}</th>
          </tr>
        </thead>
        <tbody>
          {every.map(({ name, isRequired, label, value }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                {isRequired && <span title={t.mustBe}>*</span>}
              </td>
              <td>{label}</td>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </RecordPart>
  )
}

/** The head alone, for new records. */
const templateOf = (of: Resource) =>
  new Blob([`${Object.keys(of.fields).join(',')}\r\n`], { type: 'text/csv' })

/** What tells a value of the kind, where it is not just typed. */
function useValueHint() {
  const t = useTexts(importTexts)
  return ({ kind, input, choices = [], target }: AnyField): string => {
    const one = choices.map(({ value }) => value).join(', ')
    const key = target?.key === 'id' ? t.anId : t.aCode
    switch (kind) {
      case 'choice':
        return one
      case 'choices':
        return t.several({ one })
      case 'reference':
        return key
      case 'references':
        return t.several({ one: key })
      case 'number':
        return input === 'basisPoints' ? t.hundredths : t.number
      case 'amount':
        return t.minorUnits
      case 'yesNo':
        return t.yesOrNo
      case 'instant':
        return '2031-01-31T09:00:00Z'
      case 'day':
        return '2031-01-31'
      default:
        return ''
    }
  }
}
