import {
  type Asked,
  answerFetch,
  sendUploadsByFetch,
} from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import BoardingDocuments from './boarding-documents.tsx'

const id = '0191f3a4-0000-7000-8000-000000000001'
const missing = {
  ...{ documentTypeId: id, name: 'Bank statement', purpose: 'bank_account', isRequired: true },
  ...{ isActive: true, standing: 'missing', isAccepted: false, document: null, earlier: [] },
}
const waiting = {
  ...missing,
  standing: 'waiting',
  document: {
    ...{ id, state: 'waiting', version: 3, remark: null, rejectReason: null, expiresOn: null },
    ...{ handedInAt: null, handedInBy: null, reviewedAt: null, files: [] },
  },
}

test('what a colleague submitted is not replaced unseen', async () => {
  sendUploadsByFetch()
  let submissions = 0
  const asked: Asked[] = answerFetch(({ method, path }) => {
    if (method === 'GET') return [submissions === 0 ? missing : waiting]
    if (path.includes('/fs/')) return { fileId: id, name: 'scan.pdf', contentType: '', size: 1 }
    submissions += 1
    const errors = [{ message: 'This document was changed meanwhile.' }]
    if (submissions > 1) return waiting
    return Response.json({ code: 'document.stale', errors }, { status: 409 })
  })
  renderInPortal(<BoardingDocuments />, {
    audience: 'merchant',
    permissions: ['manageMerchantDocuments'],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Bank statement' }))
  const file = new File(['%PDF-1.4'], 'scan.pdf', { type: 'application/pdf' })
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [file] },
  })
  const submit = dialog.getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  await waitFor(() => expect(submit.disabled).toBe(false))
  fireEvent.click(submit)
  await dialog.findByText('It replaces the document that is waiting for review.')
  dialog.getByText('This document was changed meanwhile.')
  fireEvent.click(submit)
  await waitFor(() => expect(submissions).toBe(2))
  const sent = asked.filter(({ method, path }) => method === 'POST' && !path.includes('/fs/'))
  expect(sent.map(({ body }) => (body as { replaces: unknown }).replaces)).toEqual([null, 3])
})

test('Escape asks before a dialog goes with the photographs that were chosen in it', async () => {
  sendUploadsByFetch()
  const asked = answerFetch(({ method, path }) => {
    if (method === 'GET') return [missing]
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return path.includes('/fs/') && { fileId: id, name: 'scan.pdf', contentType: '', size: 1 }
  })
  renderInPortal(<BoardingDocuments />, {
    audience: 'merchant',
    permissions: ['manageMerchantDocuments'],
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Bank statement' })
  fireEvent.change(document.querySelector('input[type=file]') as Element, {
    target: { files: [new File(['%PDF-1.4'], 'scan.pdf', { type: 'application/pdf' })] },
  })
  const submit = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Submit' })
  await waitFor(() => expect(submit.disabled).toBe(false))
  fireEvent.keyDown(submit, { key: 'Escape' })
  const question = await screen.findByRole('dialog', { name: 'Discard what you typed?' })
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(false)
  fireEvent.click(within(question).getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true))
})
