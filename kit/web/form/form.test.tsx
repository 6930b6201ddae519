import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { SideDrawer } from '@counterfoil/kit/web/side-drawer.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { TextField } from './fields.tsx'
import { Form, useSchemaForm } from './form.tsx'

afterEach(cleanup)

const schema = z.object({ name: z.string(), place: z.string() })

function Fields() {
  const form = useSchemaForm(schema, { name: '', place: '' })
  return (
    <Form form={form} onSubmit={() => {}}>
      <TextField name="name" label="Name" />
      <TextField name="place" label="Place" />
    </Form>
  )
}

function Drawer() {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <SideDrawer isOpen onClose={() => {}} title="New country">
      {isLoaded ? (
        <Fields />
      ) : (
        <button type="button" onClick={() => setLoaded(true)}>
          Load
        </button>
      )}
    </SideDrawer>
  )
}

test('in a drawer the work begins at the first field', async () => {
  renderInPortal(
    <SideDrawer isOpen onClose={() => {}} title="New country">
      <Fields />
    </SideDrawer>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('a form that comes after its drawer takes the focus', async () => {
  renderInPortal(<Drawer />)
  await userEvent.click(screen.getByRole('button', { name: 'Load', hidden: true }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')))
})

test('on a page the focus stays where it is', async () => {
  renderInPortal(<Fields />)
  await new Promise((settled) => setTimeout(settled, 50))
  expect(document.activeElement).toBe(document.body)
})
