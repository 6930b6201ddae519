import { ContactSupport } from '@counterfoil/features/support/create-ticket/contact-support.screens.ts'
import { answerFetch } from '@counterfoil/kit/testing/answer-fetch.ts'
import { renderInPortal } from '@counterfoil/kit/testing/portal.tsx'
import {
  endSupportRequest,
  useSupportRequest,
} from '@counterfoil/kit/web/session/support-request.tsx'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SupportButton } from './support-button.tsx'

afterEach(() => {
  act(endSupportRequest)
  cleanup()
})

/** As the shell has it. */
function Support() {
  const request = useSupportRequest()
  return (
    <>
      <SupportButton />
      <Suspense>{request !== null && <ContactSupport request={request} />}</Suspense>
    </>
  )
}

function open(permissions: readonly string[]) {
  answerFetch(() => ({ data: [], count: 0 }))
  renderInPortal(<Support />, { permissions, tenantSupportEmail: 'help@tenant.example' })
}

test.each(['CRM.Support.Lookup', 'Merchant.Support.Lookup', 'Platform.Support.Lookup'])(
  'holders of %s have the support button, which opens the Contact Support dialog [toolbar.support.visible]',
  async (permission) => {
    open([permission])
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button'))
    // its code is fetched when it is first opened
    const dialog = await screen.findByRole('dialog', { name: 'Contact Support' })
    expect(dialog).toBeTruthy()
  },
)

test('nobody else has it; with the e-mail permission a mail link stands in its place [toolbar.support.visible]', () => {
  open(['CRM.Dashboard.View'])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  open(['Merchant.Support.Lookup', 'Merchant.Support.EmailButton'])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:help@tenant.example')
})
