import { pass, renderInPortal, snackbars } from '@counterfoil/kit/testing/portal.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DraftNotice } from './draft-notice.tsx'

const draft = {
  owner: 'ada',
  path: window.location.pathname,
  name: ' reason',
  values: { reason: 'Damaged' },
}
const schema = z.object({ reason: z.string() })

function Reason() {
  const form = useSchemaForm(schema, { reason: '' })
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField name="reason" label="Reason" />
    </Form>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.setItem('Drafts', JSON.stringify([draft]))
})
afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

test('after a sign-in to a page whose form is closed a message says that it can be opened', async () => {
  renderInPortal(<DraftNotice />, { id: 'ada' })
  await pass(2000)
  expect(snackbars()).toContain('Your input was saved. Open the form again to continue.')
  await pass(11_000)
})

test('nothing stands over the offer of a form that is open already', async () => {
  renderInPortal(
    <>
      <DraftNotice />
      <Reason />
    </>,
    { id: 'ada' },
  )
  await pass(5000)
  expect(document.querySelector('[data-draft-offer]')).not.toBeNull()
  expect(snackbars()).toEqual([])
})
