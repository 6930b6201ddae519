import { causeText, isCause } from '@counterfoil/features/payments/processing/causes.rules.ts'
import { paymentLabel } from '@counterfoil/features/payments/processing/labels.rules.ts'
import { findingText } from '@counterfoil/features/routing/antifraud/finding-texts.rules.ts'
import {
  type Objection,
  objectionText,
} from '@counterfoil/features/routing/mids/objections.rules.ts'
import { valueIn } from '@counterfoil/kit/contract/sentence-values.ts'
import { type AnyText, type Template, textIn } from '@counterfoil/kit/contract/texts.ts'
import { useProviderNames } from '@counterfoil/kit/web/formats/names-of-codes.ts'
import { StatusPill } from '@counterfoil/kit/web/formats/status-pill.tsx'
import { Section } from '@counterfoil/kit/web/page/page.tsx'
import { holdsAny, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { type Fix, fixesOf, fixPath } from './fixes.rules.ts'
import type { SetupAnswer, SetupCheck } from './processing-setup.contract.ts'
import { conditionTexts, pageTexts, setupTexts, whyTexts } from './processing-setup.messages.ts'
import classes from './processing-setup.module.css'

const tones = { fulfilled: 'positive', missing: 'negative', warning: 'pending' } as const

/** Each condition, and what mends it. */
export function CheckList({ setup, isOwn }: { setup: SetupAnswer; isOwn: boolean }) {
  const t = useTexts(setupTexts)
  const conditions = useTexts(conditionTexts)
  const why = useWhy()
  return (
    <Section title={t.checks}>
      <ol className={classes.checks}>
        {setup.checks.map((check) => (
          <li key={check.id} className={classes.check}>
            <StatusPill status={check.state} map={tones} label={t[check.state]} />
            <div>
              <div className={check.state === 'missing' ? classes.strong : undefined}>
                {conditions[check.id]}
              </div>
              {check.code !== null && <div className={classes.about}>{why(check)}</div>}
              {check.id === 'screening' && <Findings setup={setup} />}
              {check.id === 'route' && <Mids setup={setup} />}
              {check.state !== 'fulfilled' && <Fixes check={check} setup={setup} isOwn={isOwn} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Why something is not fulfilled, in the reader's language. */
export function useWhy() {
  const { language } = useLanguage()
  return ({
    code,
    values,
    text = null,
  }: Pick<SetupCheck, 'code' | 'values'> & { text?: string | null }) => {
    if (code === null)
      return causeText({ cause: text, causeCode: null, causeValues: null }, language)
    const own = (whyTexts as Readonly<Record<string, AnyText>>)[code]
    if (own !== undefined) {
      const filled = {
        mid: '',
        ...values,
        ...('count' in values ? { count: Number(values.count) } : {}),
      }
      return textIn(own as Template<object>, language, filled)
    }
    const causeCode = isCause(code) ? code : null
    return causeText({ cause: text ?? code, causeCode, causeValues: values }, language)
  }
}

function Findings({ setup: { findings } }: { setup: SetupAnswer }) {
  const { language } = useLanguage()
  if (findings === null || findings.length === 0) return null
  return (
    <ul className={classes.rows}>
      {findings.map(({ rule, message }) => (
        <li key={`${rule} ${message}`}>{findingText(message, language)}</li>
      ))}
    </ul>
  )
}

function Mids({ setup: { mids } }: { setup: SetupAnswer }) {
  const t = useTexts(setupTexts)
  const { language } = useLanguage()
  const nameOf = useProviderNames()
  if (mids === null) return null
  if (mids.length === 0) return <div className={classes.about}>{t.noMids}</div>
  return (
    <ul className={classes.rows} aria-label={t.mids}>
      {mids.map(({ id, midCode, provider, code, values }) => (
        <li key={id}>
          <strong>{midCode}</strong> · {nameOf(provider)}:{' '}
          {code === null ? t.fits : objectionText(labelled({ code, values }, language), language)}
        </li>
      ))}
    </ul>
  )
}

/** Methods and brands are named, and amounts written, as everywhere. */
function labelled(
  { code, values }: { code: string; values: Record<string, string> },
  language: string,
): Objection {
  const group = code === 'method' || code === 'brand' ? code : undefined
  const named = group && { value: paymentLabel(group, values.value ?? '', language) }
  const written = Object.entries(values).map(([name, value]) => [name, valueIn(value, language)])
  const all = { ...Object.fromEntries(written), ...named }
  return { code: code as Objection['code'], values: all }
}

function Fixes(props: { check: SetupCheck; setup: SetupAnswer; isOwn: boolean }) {
  const { check, setup } = props
  const t = useTexts(setupTexts)
  const objections = (setup.mids ?? []).flatMap(({ code }) => code ?? [])
  const isElsewhere = objections.some((code) => code === 'not_connected' || code === 'no_sandbox')
  const { audience } = useUser()
  const all = fixesOf(check.id, objections)
  const fixes =
    audience === 'merchant'
      ? all.filter(({ side }) => side === 'merchant')
      : all.filter(({ side }) => side !== 'merchant')
  return (
    <ul className={classes.fixes}>
      {fixes.map((fix) => (
        <li key={fix.page}>
          <FixLink fix={fix} setup={setup} />
        </li>
      ))}
      {fixes.length === 0 && <li>{audience === 'merchant' ? t.byOperator : t.byMerchant}</li>}
      {check.id === 'route' && isElsewhere && audience !== 'merchant' && <li>{t.notHere}</li>}
    </ul>
  )
}

/** A link for those who may open the screen; to others, who may. */
function FixLink({ fix, setup }: { fix: Fix; setup: SetupAnswer }) {
  const t = useTexts(setupTexts)
  const page = useTexts(pageTexts)[fix.page]
  const user = useUser()
  if (fix.side === 'platform' && user.audience !== 'platform') return t.byPlatform({ page })
  if (!holdsAny(user, fix.permission)) {
    return t.byColleague({ page, permission: fix.permission.join(', ') })
  }
  return (
    <Anchor component={Link} to={fixPath(fix, setup)}>
      {t.opensIt({ page })}
    </Anchor>
  )
}
