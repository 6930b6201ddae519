import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { ConfirmDialog } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { useMay, useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endViewAs, startViewAs } from './view-as.contract.ts'
import { ViewAsBanner } from './view-as-banner.tsx'

afterEach(cleanup)

const permissions = ['CRM.Task.View', 'CRM.Task.Edit', 'CRM.User.ViewAs']
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const view = {
  ...{ id: '0191f3a4-0000-7000-8000-0000000000cc', administratorName: 'Nora West' },
  ...{ roleName: 'Cashier', endsAt: inMinutes(12.5) },
}

test('a view says whose portal it is and how long it lasts, and is ended by a button', async () => {
  const asked = vi.fn(() => Promise.resolve(new Response('', { status: 200 })))
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('location', { ...window.location, assign: vi.fn(), pathname: '/', search: '' })
  renderInPortal(<ViewAsBanner view={view} />, { permissions }, '/start', view)
  const banner = screen.getByRole('region', { name: 'View as user' })
  expect(banner.textContent).toContain('You see the portal as Ada Tester (Cashier).')
  expect(banner.textContent).toContain('12 minutes left')
  screen.getByRole('button', { name: 'End the view' }).click()
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith('/'))
  expect(asked).toHaveBeenCalledWith('/api/view-as', expect.objectContaining({ method: 'DELETE' }))
  vi.unstubAllGlobals()
})

function Controls() {
  const form = useSchemaForm(z.object({ name: z.string() }), { name: 'Till 2' })
  const may = [useMay('CRM.Task.View'), useMay('CRM.Task.Edit'), useMayCall(startViewAs)]
  return (
    <>
      <p>{[...may, useMayCall(endViewAs)].join()}</p>
      <Form form={form} onSubmit={() => undefined}>
        <TextField name="name" label="Name" />
      </Form>
      <ConfirmDialog
        isOpen
        onClose={vi.fn()}
        onConfirm={vi.fn()}
        title="Q"
        text=""
        confirmLabel="Do"
      />
    </>
  )
}

test.each([
  [null, 'true,true,true,true', false],
  [view, 'true,false,false,true', true],
])('controls that change something, in the view %j', async (viewAs, may, isDisabled) => {
  renderInPortal(<Controls />, { permissions }, '/start', viewAs)
  expect(screen.getByText(may)).toBeTruthy()
  expect(screen.getByLabelText('Name').closest('fieldset')?.disabled ?? false).toBe(isDisabled)
  expect(screen.getByRole('button', { name: 'Do' }).matches(':disabled')).toBe(isDisabled)
  const note = screen.queryByText(/viewing the portal as another user/)
  expect(note !== null).toBe(isDisabled)
})
