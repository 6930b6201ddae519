// Sends a sales ledger through the public merchant API, as a merchant's own server would: npm run replay -- FILE --merchant ID
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UsageError } from '@counterfoil/tools/command-line.ts'
import { code as currencyOf } from 'currency-codes'
import { demoKeyOf, demoMerchants } from './demo/organisations.ts'
import { merchantIdOf } from './demo/store-organisations.ts'
import { LedgerFileError, readLedgerFile } from './replay/ledger-file.ts'
import { openMerchantApi, RefusedError } from './replay/merchant-api.ts'
import { planReplay } from './replay/replay-plan.ts'
import { sendPlan } from './replay/send-plan.ts'
import { summaryOf } from './replay/summary.ts'

const usage = `npm run replay -- FILE --merchant ID [options]
  FILE             CSV with InvoiceNo, StockCode, Description, Quantity, InvoiceDate, UnitPrice, CustomerID, Country
  --merchant ID    the merchant, by id or by the name in its demo key (harbour)
  --key KEY        its API key; without it the demo's
  --mode MODE      Live or Test, for the demo's key; Live unless the merchant has Test alone
  --url URL        where Counterfoil answers (http://localhost:4000)
  --currency CODE  what the ledger is in (GBP)
  --concurrency N  requests at once (8)
Running it again sends the same keys, so that nothing is taken twice and what failed is made up for.`

async function main(): Promise<number> {
  const asked = readArguments(process.argv.slice(2))
  const lines = await readLedgerFile(asked.file)
  const plan = planReplay(lines, asked.decimalPlaces)
  console.log(
    `${asked.file}: ${lines.length} lines, ${plan.payments.length} payments and ${plan.refunds.length} refunds to send`,
  )
  const replayed = await sendPlan(plan, {
    api: openMerchantApi(asked),
    currency: asked.currency,
    concurrency: asked.concurrency,
    progress: printProgress(),
  })
  for (const text of summaryOf(plan, replayed, asked.currency, asked.decimalPlaces)) {
    console.log(text)
  }
  if (replayed.failures.length === 0) return 0
  console.log('Run the same command again to send what failed; nothing is taken twice.')
  return 1
}

function readArguments(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      merchant: { type: 'string' },
      key: { type: 'string' },
      mode: { type: 'string' },
      url: { type: 'string', default: `http://localhost:${process.env.PORT ?? 4000}` },
      currency: { type: 'string', default: 'GBP' },
      concurrency: { type: 'string', default: '8' },
    },
  })
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0 || values.merchant === undefined) {
    throw new UsageError(usage)
  }
  const currency = currencyOf(values.currency)
  if (currency === undefined)
    throw new UsageError(`${values.currency} is not a currency of ISO 4217`)
  const concurrency = Number(values.concurrency)
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64) {
    throw new UsageError('--concurrency is a whole number from 1 to 64')
  }
  return {
    // npm runs commands in the project's folder; the file is named from where the caller stands
    file: resolve(process.env.INIT_CWD ?? '.', file),
    url: values.url.replace(/\/$/, ''),
    key: values.key ?? demoKey(values.merchant, values.mode),
    currency: currency.code,
    decimalPlaces: currency.digits,
    concurrency,
  }
}

function demoKey(asked: string, mode: string | undefined): string {
  const merchant = demoMerchants.find(({ slug }) => slug === asked || merchantIdOf(slug) === asked)
  if (merchant === undefined) {
    throw new UsageError(`${asked} is no merchant of the demo: give its API key with --key`)
  }
  const usual = merchant.modes.includes(2) ? 'live' : 'test'
  const word = (mode ?? usual).toLowerCase()
  if (word !== 'live' && word !== 'test') throw new UsageError('--mode is Live or Test')
  return demoKeyOf(merchant.slug, word === 'test' ? 1 : 2)
}

/** A line now and then; nothing when all is sent at once. */
function printProgress() {
  let printedAt = Date.now()
  return (what: string, done: number, of: number) => {
    if (Date.now() - printedAt < 1000 && done < of) return
    printedAt = Date.now()
    console.log(`  ${what}: ${done} of ${of}`)
  }
}

const fileCodes = ['ENOENT', 'EACCES', 'EISDIR']

await runCommand(
  main,
  (error) =>
    error instanceof LedgerFileError ||
    error instanceof RefusedError ||
    fileCodes.includes((error as { code?: string }).code ?? ''),
)
