import { z } from 'zod'
import type { Audience } from './audience.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, modeName, option, several, text } from './fields.ts'
import type { Text } from './texts.ts'

/** A report as its screen has it; whoever declares both spreads this into them. */
export interface ReportPage {
  /** Also the id of its screen. */
  readonly id: string
  readonly path: string
  readonly title: Text
  readonly audience: readonly Audience[]
  readonly permission: readonly string[]
}

/** The name of a report, and of a field of its form: words, and no id of a record. */
export const reportName = z
  .string()
  .max(64)
  .regex(/^[a-z]+(-[a-z0-9]+)*$/)
const fieldName = z
  .string()
  .max(64)
  .regex(/^[a-z][A-Za-z0-9]*$/)

/** Which of the reports that one call answers is asked for; unless said, the first one that the caller may open. */
export const reportFace = reportName.optional()

const choice = z.object({
  value: z.string(),
  label: text,
  /** Shown as a status in its colour. */
  isStatus: z.boolean().optional(),
})

/** The ranges of days that a form offers by name. */
export const rangeNames = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisMonth',
  'lastMonth',
] as const

/** One field of a report's form, by the names of the documents. */
const reportField = z.object({
  /** Also the name of the call's parameter. */
  name: z.string(),
  label: text,
  /** `levels`: some of the options in an order, one behind the other. */
  type: z.enum(['search', 'input', 'select', 'multiSelect', 'levels', 'dateRange', 'amountRange']),
  /** Of what is typed. */
  inputType: z.enum(['text', 'email', 'digits']).optional(),
  validations: z
    .array(
      z.object({
        /** `max`: so many levels; `maxLength`: so many characters. */
        name: z.enum(['pattern', 'max', 'maxLength']),
        value: z.union([z.string(), z.number()]),
        message: text,
      }),
    )
    .optional(),
  /** Of a select and of levels. */
  options: z.array(choice).optional(),
  /** With `api`: what can be chosen besides what is found. */
  multiSelectOptions: z.array(choice).optional(),
  /**
   * Where options are searched, when they are too many to come along. `{merchantId}` stands for what is chosen in that
   * field, without which this one is not there; `{tenantId?}` for what may be chosen.
   */
  api: z.string().optional(),
  /** The names of the parameters with the first and the last day, or the least and the largest amount. */
  startDateName: z.string().optional(),
  endDateName: z.string().optional(),
  ranges: z.array(z.enum(rangeNames)).optional(),
  maxDaysSelected: z.int().optional(),
  showTimePicker: z.boolean().optional(),
  /** Asked for less often. */
  isFurther: z.boolean().optional(),
})
export type ReportField = z.infer<typeof reportField>

const base = '/api/reporting/report-v2/reports'

export const readReportForm = endpoint({
  id: 'report-settings.form',
  method: 'GET',
  path: `${base}/:report/form`,
  summary: 'What a report is called, which of its columns are hidden, and the fields of its form',
  // the report's own permission decides
  permission: [],
  params: z.object({ report: reportName }),
  answer: z.object({
    id: z.string(),
    /** What the tenant calls it, or its own name. */
    name: text,
    hiddenColumns: z.array(z.string()),
    fields: z.array(reportField),
  }),
})

export const listReportOptions = endpoint({
  id: 'report-settings.options',
  method: 'GET',
  path: `${base}/:report/options/:field`,
  summary: 'What a field of a report’s form can be set to, by name, or what keys are called',
  permission: [],
  params: z.object({ report: reportName, field: fieldName }),
  query: z.object({
    searchKey: z.string().trim().max(255).optional(),
    /** Those with these keys alone. */
    keys: several(z.string().max(100)),
    tenantId: id.optional(),
    merchantId: id.optional(),
    mode: modeName.optional(),
  }),
  answer: listOf(option),
})
