import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SecretRotation } from './secret-rotation.tsx'

afterEach(cleanup)

function Rotation() {
  const [secret, setSecret] = useState<string>()
  return (
    <SecretRotation
      title="Replace the key"
      about=""
      action="New key"
      label="The new key"
      isRunning={false}
      secret={secret}
      onRotate={() => setSecret('cf_test_abc')}
      onKept={() => setSecret(undefined)}
    />
  )
}

async function rotate() {
  renderInPortal(<Rotation />)
  fireEvent.click(screen.getByRole('button', { name: 'New key' }))
  return screen.findByRole('dialog', { name: 'The new key' })
}
const isSeen = () => screen.queryByText('cf_test_abc') !== null

test('whoever has kept it closes it', async () => {
  const dialog = await rotate()
  expect(dialog.textContent).toContain('Copy it now')
  fireEvent.click(within(dialog).getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(isSeen()).toBe(false))
})

test.each([
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['Close', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
])('%s asks before it is gone', async (_, close) => {
  await rotate()
  close()
  const asked = await screen.findByRole('dialog', { name: 'Close without keeping it?' })
  expect(isSeen()).toBe(true)
  fireEvent.click(within(asked).getByRole('button', { name: 'Close without it' }))
  await waitFor(() => expect(isSeen()).toBe(false))
})

test('whoever thinks better of it still has it', async () => {
  await rotate()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  const asked = await screen.findByRole('dialog', { name: 'Close without keeping it?' })
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  expect(isSeen()).toBe(true)
})
