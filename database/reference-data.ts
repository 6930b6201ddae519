// Countries, currencies, languages, payment methods, industry types and acquirers: the same on every installation, kept up at each start.
import { systemVariables } from '@counterfoil/kit/contract/system-variables.ts'
import { data as isoCurrencies } from 'currency-codes'
import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import turkish from 'i18n-iso-countries/langs/tr.json' with { type: 'json' }
import type pg from 'pg'
import { industryTypes } from './industry-types.ts'
import { withPreparationLock } from './preparation-lock.ts'

// ISO 4217 also lists what nobody can be paid in: metals, units of account, funds, and codes for tests.
const notMoney = new Set(
  'XAG XAU XPD XPT XBA XBB XBC XBD XDR XSU XUA XTS XXX BOV CHE CHW CLF COU MXV USN UYI UYW'.split(
    ' ',
  ),
)

const languages = [
  { code: 'en', name: 'English' },
  { code: 'tr', name: 'Türkçe' },
]

const paymentMethods = [
  { code: 'card', name: 'Card', name_tr: 'Kart' },
  { code: 'bank_transfer', name: 'Bank transfer', name_tr: 'Banka havalesi' },
  { code: 'alternative', name: 'Alternative', name_tr: 'Alternatif' },
]

const paymentChannels = [
  { code: 'api', name: 'Merchant API', name_tr: 'Üye iş yeri API' },
  { code: 'virtual_terminal', name: 'Virtual terminal', name_tr: 'Sanal terminal' },
  { code: 'payment_link', name: 'Payment link', name_tr: 'Ödeme bağlantısı' },
  { code: 'batch', name: 'Batch', name_tr: 'Toplu işlem' },
  { code: 'pos', name: 'Point of sale', name_tr: 'Satış noktası (POS)' },
  { code: 'recurring', name: 'Recurring', name_tr: 'Yinelenen ödeme' },
]

/** Of the published test cards; an installation adds the table of its card schemes. */
const cardBins = [
  { code: '424242', brand: 'visa', card_type: 'credit', issuer: 'Test Bank London', country: 'GB' },
  { code: '400000', brand: 'visa', card_type: 'debit', issuer: 'Test Bank Paris', country: 'FR' },
  {
    code: '410000',
    brand: 'visa',
    card_type: 'prepaid',
    issuer: 'Test Bank Lisbon',
    country: 'PT',
  },
  {
    code: '555555',
    brand: 'mastercard',
    card_type: 'credit',
    issuer: 'Test Bank Berlin',
    country: 'DE',
  },
  {
    code: '378282',
    brand: 'american_express',
    card_type: 'credit',
    issuer: 'Test Bank New York',
    country: 'US',
  },
  {
    code: '979203',
    brand: 'troy',
    card_type: 'debit',
    issuer: 'Test Bank İstanbul',
    country: 'TR',
  },
]
const binColumns = ['brand', 'card_type', 'issuer', 'country']

const serviceProviders = [
  { code: 'sandbox_alpha', name: 'Sandbox Alpha', is_sandbox: true },
  { code: 'sandbox_beta', name: 'Sandbox Beta', is_sandbox: true },
]

/** Adds what is new and corrects what changed. What was switched off stays off: `is_active` is never overwritten. */
export async function storeReferenceData(ownerUrl: string): Promise<void> {
  await withPreparationLock(ownerUrl, async (owner) => {
    await storeRows(owner, 'app.country', ['name', 'name_tr'], listCountries())
    await storeRows(owner, 'app.currency', ['name', 'name_tr', 'decimal_places'], listCurrencies())
    await storeRows(owner, 'app.language', ['name'], languages)
    await storeRows(owner, 'app.payment_method', ['name', 'name_tr'], paymentMethods)
    await storeRows(owner, 'app.payment_channel', ['name', 'name_tr'], paymentChannels)
    await storeRows(owner, 'app.card_bin', binColumns, cardBins)
    await storeRows(owner, 'app.industry_type', ['name', 'name_tr'], industryTypes)
    await storeVariables(owner)
    await storeRows(owner, 'app.service_provider', ['name', 'is_sandbox'], serviceProviders)
  })
}

/** A value that somebody set stays, within bounds that may have changed. */
async function storeVariables(owner: pg.Client): Promise<void> {
  const rows = Object.entries(systemVariables).map(
    ([code, { name, unit, usual, least, most }]) => ({
      code,
      name: name.en,
      unit,
      default_value: usual,
      lowest: least,
      highest: most,
    }),
  )
  await owner.query(
    `insert into app.system_variable as t (code, name, unit, value, default_value, lowest, highest)
     select code, name, unit, default_value, default_value, lowest, highest
     from jsonb_populate_recordset(null::app.system_variable, $1::jsonb)
     on conflict (code) do update set
       (name, unit, default_value, lowest, highest)
         = row (excluded.name, excluded.unit, excluded.default_value, excluded.lowest, excluded.highest),
       value = least(greatest(t.value, excluded.lowest), excluded.highest)
     where row (t.name, t.unit, t.default_value, t.lowest, t.highest)
       is distinct from row (excluded.name, excluded.unit, excluded.default_value, excluded.lowest, excluded.highest)`,
    [JSON.stringify(rows)],
  )
}

function listCountries() {
  countries.registerLocale(english)
  countries.registerLocale(turkish)
  const inTurkish = countries.getNames('tr', { select: 'official' })
  const names = countries.getNames('en', { select: 'official' })
  return Object.entries(names).map(([code, name]) => ({
    ...{ code, name },
    name_tr: inTurkish[code] ?? name,
  }))
}

function listCurrencies() {
  // of a currency that it does not know it says nothing
  const inTurkish = new Intl.DisplayNames('tr', { type: 'currency', fallback: 'none' })
  return isoCurrencies
    .filter(({ code }) => !notMoney.has(code))
    .map(({ code, currency, digits }) => ({
      ...{ code, name: currency, decimal_places: digits },
      name_tr: inTurkish.of(code) ?? currency,
    }))
}

async function storeRows(
  owner: pg.Client,
  table: string,
  columns: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const list = columns.join(', ')
  await owner.query(
    `insert into ${table} as t (code, ${list})
     select code, ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (code) do update set (${list}) = row (${columns.map((column) => `excluded.${column}`).join(', ')})
     where row (${columns.map((column) => `t.${column}`).join(', ')})
       is distinct from row (${columns.map((column) => `excluded.${column}`).join(', ')})`,
    [JSON.stringify(rows)],
  )
}
