import { installPopovers } from '@counterfoil/kit/testing/popovers.tsx'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { AmountFilter } from './amount-filter.tsx'

installPopovers()
afterEach(cleanup)

test('an amount in the marks of another language filters nothing, and an example says how it is written', async () => {
  const changed = vi.fn()
  renderInPortal(<AmountFilter label="Amount" value={{}} onChange={changed} />)
  await userEvent.click(screen.getByRole('button', { name: /Amount/ }))
  const least = await screen.findByLabelText('At least')
  await userEvent.type(least, '12.000,50')
  await screen.findByText('Enter an amount with up to 2 decimals, like 1,250.00')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(changed).not.toHaveBeenCalled()
  await userEvent.clear(least)
  await userEvent.type(least, '12,000.50')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(changed).toHaveBeenCalledWith({ from: 1_200_050, to: undefined })
})

test('an amount that no payment has filters nothing, and is said to be too large', async () => {
  const changed = vi.fn()
  renderInPortal(<AmountFilter label="Amount" value={{}} onChange={changed} />)
  await userEvent.click(screen.getByRole('button', { name: /Amount/ }))
  await userEvent.type(await screen.findByLabelText('At least'), '10,000,000,000')
  await screen.findByText('This amount is too large')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(changed).not.toHaveBeenCalled()
})
