import { emailAddress } from '@counterfoil/kit/contract/fields.ts'
import { languageNames } from '@counterfoil/kit/contract/languages.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ChoiceField, TextField } from '@counterfoil/kit/web/form/fields.tsx'
import { Form, useSchemaForm } from '@counterfoil/kit/web/form/form.tsx'
import { CopyText } from '@counterfoil/kit/web/formats/copy-text.tsx'
import { DateTime } from '@counterfoil/kit/web/formats/dates.tsx'
import { Money, useMoney } from '@counterfoil/kit/web/formats/money.tsx'
import type { StatusMap } from '@counterfoil/kit/web/formats/status.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { ConfirmDialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { Facts } from '@counterfoil/kit/web/page/page.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import classes from './link-drawer.module.css'
import type { LinkValues } from './new-link-dialog.tsx'
import { disablePaymentLink, readPaymentLink, sendPaymentLink } from './payment-links.contract.ts'
import { linkStatusTexts, linkTexts } from './payment-links.messages.ts'
import type { PaymentLink } from './payment-pages.schema.ts'

export const linkStatusMap: StatusMap = {
  ...{ open: 'ongoing', pending: 'pending', paid: 'positive' },
  ...{ expired: 'neutral', disabled: 'neutral' },
}

const watchMs = 2_000

/** One link: its address and code, what can be done with it, and its payments. */
export function LinkDrawer(props: {
  id: string
  onClose(): void
  onDuplicate(values: LinkValues): void
}) {
  const t = useTexts(linkTexts)
  const status = useTexts(linkStatusTexts)
  const money = useMoney()
  const found = useCall(
    readPaymentLink,
    { params: { id: props.id } },
    { refetchEveryMs: watchMs, keepPrevious: true },
  )
  const link = found.data
  return (
    <SideDrawer isOpen onClose={props.onClose} title={link?.description ?? t.title}>
      <ProblemNote problem={found.error} />
      {link !== undefined && (
        <div className={classes.parts}>
          <Facts
            facts={[
              [
                t.status,
                <StatusPill
                  key="status"
                  status={link.status}
                  map={linkStatusMap}
                  label={status[link.status]}
                />,
              ],
              [t.amount, amountOf(link, t, money)],
              [t.usage, t[link.usage]],
              [t.order, link.externalId ?? '–'],
              [t.keepsCard, link.storeCard == null ? t.keepsNone : t.keepsAsked],
              [
                t.expires,
                link.expiresAt === null ? t.never : <DateTime key="e" value={link.expiresAt} />,
              ],
              [t.by, link.createdBy],
              [t.created, <DateTime key="c" value={link.createdAt} />],
              [t.address, <CopyText key="a" name={t.address} text={link.url} />],
            ]}
          />
          {link.status === 'open' && (
            <>
              <img
                className={classes.qr}
                alt={t.qr}
                src={`data:image/svg+xml,${encodeURIComponent(link.qr)}`}
              />
              <SendForm link={link} />
            </>
          )}
          <LinkActions link={link} onDuplicate={props.onDuplicate} />
          <h3 className={classes.heading}>{t.payments}</h3>
          {link.paid.length === 0 && <p>{t.noPayments}</p>}
          <ul className={classes.payments}>
            {link.paid.map((payment) => (
              <li key={payment.id}>
                <Link to={`/merchant/transaction-management/transaction-lookup/${payment.id}`}>
                  <DateTime value={payment.createdAt} />
                </Link>
                <StatusPill status={payment.status} />
                <Money amount={payment.amount} currency={payment.currency} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </SideDrawer>
  )
}

function LinkActions(props: { link: PaymentLink; onDuplicate(values: LinkValues): void }) {
  const t = useTexts(linkTexts)
  const { link } = props
  const [isAsking, ask] = useState(false)
  const disable = useAction(disablePaymentLink, {
    onDone: () => {
      ask(false)
      showSnackbar({ message: t.disabled, tone: 'success' })
    },
  })
  return (
    <div className={classes.actions}>
      {link.status === 'open' && (
        <Button
          component="a"
          size="xs"
          variant="default"
          href={link.url}
          target="_blank"
          rel="noreferrer"
        >
          {t.open}
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => props.onDuplicate(valuesOf(link))}>
        {t.duplicate}
      </Button>
      {link.status === 'open' && (
        <Button size="xs" variant="default" color="danger" onClick={() => ask(true)}>
          {t.disable}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t.disableTitle}
          text={t.disableText}
          confirmLabel={t.disable}
          isRunning={disable.isRunning}
          problem={disable.problem}
          onClose={() => ask(false)}
          onConfirm={() => void disable.run({ params: { id: link.id } })}
        />
      )}
    </div>
  )
}

/** A new link like this one: without its expiry, which may be over. */
function valuesOf(link: PaymentLink): LinkValues {
  const { description, currency, usage, amount, minAmount, maxAmount, externalId, returnUrl } = link
  return {
    ...{ description: description ?? '', currency, usage },
    ...(amount === null ? {} : { amount }),
    ...(minAmount === null ? {} : { minAmount }),
    ...(maxAmount === null ? {} : { maxAmount }),
    ...(externalId === null ? {} : { externalId }),
    ...(returnUrl === null ? {} : { returnUrl }),
    ...(link.storeCard == null ? {} : { storeCard: link.storeCard }),
  }
}

const mail = z.object({ email: emailAddress, language: z.enum(['en', 'tr']) })

function SendForm({ link }: { link: PaymentLink }) {
  const t = useTexts(linkTexts)
  const { language } = useLanguage()
  const fields = useSchemaForm(mail, { email: '', language: language === 'tr' ? 'tr' : 'en' })
  const send = useAction(sendPaymentLink, {
    quiet: true,
    onDone: ({ sentTo }) => {
      fields.reset()
      showSnackbar({ message: t.sent({ email: sentTo }), tone: 'success' })
    },
  })
  return (
    <Form
      form={fields}
      problem={send.problem}
      onSubmit={(body) => send.run({ params: { id: link.id }, body })}
    >
      <TextField name="email" kind="payerEmail" label={t.email} isRequired />
      <ChoiceField
        name="language"
        label={t.language}
        choices={(['en', 'tr'] as const).map((value) => ({ value, label: languageNames[value] }))}
      />
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={send.isRunning}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}

/** The fixed amount, or the limits. */
export function amountOf(
  link: Pick<PaymentLink, 'amount' | 'minAmount' | 'maxAmount' | 'currency'>,
  t: { between(values: { least: string; most: string }): string },
  money: (amount: number, currency: string) => string,
): string {
  const { amount, minAmount, maxAmount, currency } = link
  if (amount !== null) return money(amount, currency)
  return t.between({
    least: money(minAmount ?? 0, currency),
    most: money(maxAmount ?? 0, currency),
  })
}
