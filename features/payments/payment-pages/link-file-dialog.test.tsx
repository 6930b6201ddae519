import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LinkFileDialog } from './link-file-dialog.tsx'

afterEach(cleanup)

test('a file that was there before is made again only by who ticks that it is meant', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: unknown, { body }: RequestInit = {}) => {
    const said = JSON.parse(String(body))
    sent.push(said)
    const problem = { code: 'payment_link.repeated', status: 409, detail: 'Two are there already' }
    return said.despiteRepeats === true
      ? Response.json({ created: 2, sent: 0 }, { status: 201 })
      : Response.json(problem, { status: 409 })
  })
  const onClose = vi.fn()
  renderInPortal(<LinkFileDialog onClose={onClose} />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  const files = [new File(['amount'], 'links.csv', { type: 'text/csv' })]
  if (input !== null) fireEvent.change(input, { target: { files } })
  const create = () => fireEvent.click(screen.getByRole('button', { name: 'New link' }))
  create()
  const meant = await screen.findByRole('checkbox', { name: /Make them again/ })
  create()
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([{ csv: 'amount' }, { csv: 'amount' }])
  fireEvent.click(meant)
  create()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.at(-1)).toEqual({ csv: 'amount', despiteRepeats: true })
  vi.unstubAllGlobals()
})
