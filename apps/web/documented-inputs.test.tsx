import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fees } from '@counterfoil/features/accounting/fees/fees.resource.ts'
import { opportunities } from '@counterfoil/features/crm/items/items.resource.ts'
import { leads } from '@counterfoil/features/crm/leads/leads.resource.ts'
import { merchants } from '@counterfoil/features/crm/merchants/merchants.resource.ts'
import { tasks } from '@counterfoil/features/crm/tasks/tasks.resource.ts'
import { bankingChannels } from '@counterfoil/features/routing/mids/banking-channels.resource.ts'
import { pipelineStages } from '@counterfoil/features/settings/pipelines/stages.resource.ts'
import type { Resource } from '@counterfoil/kit/contract/resource.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { ResourceField } from '@counterfoil/kit/web/resource/resource-field.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'

// The documents' rules of typed fields, at the fields of real records: a rule that the kit alone knows holds nowhere.
afterEach(cleanup)

let values: () => Record<string, unknown>

function Around({ children }: { children: ReactNode }) {
  const form = useForm()
  useEffect(() => {
    values = form.getValues
  })
  return <FormProvider {...form}>{children}</FormProvider>
}

/** What a field shows after something was typed and the field was left, and what the form has of it then. */
function type(of: Resource, name: string, text: string) {
  renderInPortal(
    <Around>
      <ResourceField of={of} name={name} row={undefined} tenantId={undefined} isDisabled={false} />
    </Around>,
  )
  const input = screen.getAllByRole<HTMLInputElement>('textbox')[0] as HTMLInputElement
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
  return { shown: input.value, value: values()[name], type: input.type }
}

test.each([
  [merchants, 'phone'],
  [leads, 'phone'],
] as const)(
  'a telephone number holds digits, spaces, hyphens, brackets and + [inputs.phone]',
  (of, name) => {
    const typed = type(of, name, '+44 (20) 7946-0000 ext./x')
    expect(typed).toMatchObject({ shown: '+44 (20) 7946-0000 ', type: 'tel' })
  },
)

test('a Swift code is shown in parts of 4-2-2-4 [inputs.swift]', () => {
  expect(type(bankingChannels, 'bic', 'bukbgb22xxx')).toMatchObject({
    ...{ shown: 'BUKB GB 22 XXX', value: 'BUKBGB22XXX' },
  })
})

test.each([
  [pipelineStages, 'probability', 100],
  [fees, 'basisPoints', 10_000],
] as const)(
  'a percentage takes 2 digits and 2 decimals, and the whole [inputs.percentage]',
  (of, name, whole) => {
    expect(type(of, name, '100')).toMatchObject({ shown: '100', value: whole })
    cleanup()
    for (const wrong of ['101', '00', '.5', '1.234']) {
      expect(type(of, name, wrong)).toMatchObject({ shown: '', value: undefined })
      cleanup()
    }
    expect(type(of, name, '12,5').value).toBe((12.5 * whole) / 100)
  },
)

test.each([
  [opportunities, 'expectedClose'],
  [tasks, 'dueOn'],
] as const)('a day without a time is sent as its noon UTC [dates.picker.date-only]', (of, name) => {
  expect(type(of, name, '9/3/2026').value).toBe('2026-03-09T12:00:00.000Z')
})

/** Inputs that are not the kit's, and why these need not be: nothing of them is stored as text. */
const bare: Readonly<Record<string, string>> = {
  'features/access/roles/permission-picker.tsx': 'searches in the page',
  'features/workspace/settings-hub/settings-hub.tsx': 'searches in the page',
  'features/workspace/quick-panel/settings-tab.tsx': 'radio buttons',
  'features/workspace/quick-panel/notes-tab.tsx': 'cleaned when it is left',
  'features/support/external-parties/party-page.tsx':
    'cleaned when it is left; without the kit’s styles',
  'features/support/feed/comment-box.tsx': 'cleaned when it is left and sent',
  'features/tenants/management/tenant-features.tsx': 'searches in the page',
  'features/support/create-ticket/picker-fields.tsx': 'each tag is cleaned',
  'features/access/identity-providers/email-domains.tsx':
    'the call takes the letters of a domain alone',
  'apps/web/shell/palette/palette.tsx': 'searches',
  'apps/web/shell/no-such-page.tsx': 'searches in the page',
  'apps/web/confirmation/confirmation-dialog.tsx': 'a one-time code',
}

test('texts are typed into inputs that keep to the documented rules [inputs.sanitise]', () => {
  const root = join(import.meta.dirname, '../..')
  const found = ['features', 'apps/web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => join(folder, path))
      .filter((path) => path.endsWith('.tsx') && !/test\.tsx$|dist\//.test(path))
      .filter((path) =>
        /<(TextInput|Textarea|Autocomplete|TagsInput|input|textarea)\b/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      ),
  )
  expect(found.toSorted()).toEqual(Object.keys(bare).toSorted())
})
