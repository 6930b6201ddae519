import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { BulkUpdateBar } from './bulk-update-bar.tsx'

afterEach(cleanup)

function Place() {
  const { pathname, state } = useLocation()
  return <output>{JSON.stringify([pathname, state])}</output>
}

const show = (...tenants: readonly string[]) =>
  renderInPortal(
    <>
      <BulkUpdateBar chosen={tenants.map((tenantId, at) => ({ id: `p${at}`, tenantId }))} />
      <Place />
    </>,
  )

test('what is selected of one tenant is handed to the request', () => {
  show('north', 'north')
  fireEvent.click(screen.getByRole('button', { name: 'Bulk update of 2 payments' }))
  expect(JSON.parse(screen.getByText(/bulk-update-request/).textContent ?? '')).toEqual([
    '/platform/transaction-management/transaction-bulk-update-request',
    { tenantId: 'north', payments: ['p0', 'p1'] },
  ])
})

test('what is selected of two tenants is not', () => {
  show('north', 'south')
  const button: HTMLButtonElement = screen.getByRole('button', { name: /^Bulk update of 2/ })
  expect(button.disabled).toBe(true)
  screen.getByText('A bulk update is of one tenant’s payments')
})

test('without a selection there is nothing to begin', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
})
