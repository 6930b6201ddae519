import {
  widget,
  widgetAnswer,
  widgetFilters,
} from '@counterfoil/features/dashboards/widgets/widget.schema.ts'
import { endpoint } from '@counterfoil/kit/contract/endpoint.ts'
import {
  id,
  idParams,
  listOf,
  recordVersion,
  text,
  timestamp,
} from '@counterfoil/kit/contract/fields.ts'
import { oneLine } from '@counterfoil/kit/contract/plain-text.ts'
import { z } from 'zod'

const prefix = '/api/reporting/api/v2/user-dashboard'
const refreshes = ['user-dashboard.*']

const width = z.union([z.literal(3), z.literal(4), z.literal(6), z.literal(8), z.literal(12)])
const height = z.int().min(1).max(4)
const widgetId = z.string().min(1).max(60)
const title = oneLine(z.string().trim()).min(1).max(100).nullable()

/** The most dashboards of one user. */
export const maxBoards = 20
/** The most widgets of one dashboard. */
export const maxWidgets = 40

const fault = z.object({ code: z.string(), text })

/** A widget where it stands: in the order of the list, so wide and so high. */
const placed = z.object({
  /** Of its place; a widget may stand in several. A widget of the role's default has its own id. */
  id: z.string(),
  widgetId: z.string(),
  title: z.string().nullable(),
  filters: z.record(z.string(), z.string()),
  width,
  height: z.int(),
  /** Null: it is not given any more, or does not exist; `fault` says so. */
  widget: widget.nullable(),
  fault: fault.nullable(),
})
export type PlacedWidget = z.infer<typeof placed>

const board = z.object({
  /** Null: the default of the user's role, which nobody arranged yet. */
  categoryId: id.nullable(),
  name: z.string().nullable(),
  isHome: z.boolean(),
  version: z.int().nullable(),
  widgets: z.array(placed),
  /** What others share with the user's role; only their own users change it. */
  shared: z.array(placed.extend({ sharedBy: z.string(), sharedAt: timestamp })),
  /** What was shared until lately. */
  ended: z.array(z.object({ id, title: text, sharedBy: z.string(), endedAt: timestamp })),
  /** The user's dashboards. */
  categories: z.array(z.object({ categoryId: id, name: z.string(), isHome: z.boolean() })),
  maySeeFigures: z.boolean(),
})
export type Board = z.infer<typeof board>

const which = z.object({
  /** One of the user's dashboards; without it the first one. */
  categoryId: id.optional(),
})

export const readBoard = endpoint({
  id: 'user-dashboard.widgets',
  method: 'GET',
  path: `${prefix}/widgets`,
  summary:
    "The user's dashboard: its widgets in their order, and what is shared with the user's role",
  permission: [],
  query: which,
  answer: board,
})

export const readBoardOf = endpoint({
  id: 'user-dashboard.by-category',
  method: 'GET',
  path: `${prefix}/by-category/:id`,
  summary: "One of the user's dashboards",
  permission: [],
  params: idParams,
  answer: board,
})

const boardData = z.object({ asOf: timestamp, answers: z.array(widgetAnswer) })
export type BoardData = z.infer<typeof boardData>

/** All figures of a dashboard in one request; equal questions are asked once. */
export const readBoardData = endpoint({
  id: 'user-dashboard.data',
  method: 'GET',
  path: `${prefix}/data`,
  summary: 'The figures of every widget of a dashboard, or the reason why a widget has none',
  permission: [],
  query: which.extend({
    /** Of these widgets instead, which the user is given: previews. */
    widgetIds: z.string().max(20_000).optional(),
    /** IANA name, for hours. */
    timeZone: z.string().max(100).optional(),
  }),
  answer: boardData,
})

const place = {
  widgetId,
  title: title.default(null),
  filters: widgetFilters.default({}),
  width: width.optional(),
  height: height.optional(),
}

export const addWidget = endpoint({
  id: 'user-dashboard.add',
  method: 'POST',
  path: prefix,
  summary: "Adds a widget at the end of one of the user's dashboards",
  permission: [],
  body: z
    .strictObject({ categoryId: id.nullable().default(null), ...place })
    .meta({ examples: [{ widgetId: 'statuses' }] }),
  answer: board,
  refreshes,
})

export const arrangeBoard = endpoint({
  id: 'user-dashboard.arrange',
  method: 'PUT',
  path: prefix,
  summary: "Replaces one of the user's dashboards: which widgets, in which order, how large",
  permission: [],
  body: z
    .strictObject({
      categoryId: id.nullable().default(null),
      /** As it was read; null: the role's default was, which becomes the user's own. */
      version: recordVersion.nullable().default(null),
      widgets: z.array(z.strictObject({ id: id.optional(), ...place })).max(maxWidgets),
    })
    .meta({ examples: [{ widgets: [{ widgetId: 'statuses', width: 6, height: 2 }] }] }),
  answer: board,
  refreshes,
})

export const cloneWidget = endpoint({
  id: 'user-dashboard.clone',
  method: 'PUT',
  path: `${prefix}/:id`,
  summary: 'Puts a copy of a widget beside it, or of a shared one on the own dashboard',
  permission: [],
  params: idParams,
  body: z.strictObject({}),
  answer: board,
  refreshes,
})

export const removeWidget = endpoint({
  id: 'user-dashboard.remove',
  method: 'DELETE',
  path: `${prefix}/:id`,
  summary: "Removes a widget from the user's dashboard",
  permission: [],
  params: idParams,
  answer: board,
  refreshes,
})

export const listShares = endpoint({
  id: 'user-dashboard.shares',
  method: 'GET',
  path: `${prefix}/shares`,
  summary: 'Which of their widgets the user shares with which roles, and with which roles it may',
  permission: [],
  answer: z.object({
    data: z.array(
      z.object({ widgetId: id, roleId: id, roleName: z.string(), sharedAt: timestamp }),
    ),
    count: z.int(),
    roles: z.array(
      z.object({
        id,
        name: z.string(),
        /** The widgets that its people are given: no others can be shared with them. */
        widgetIds: z.array(z.string()),
      }),
    ),
  }),
})

const shareBody = z.strictObject({
  /** Of the user's own dashboard. */
  widgetId: id,
  roleId: id,
})

export const shareWidget = endpoint({
  id: 'user-dashboard.share',
  method: 'PUT',
  path: `${prefix}/share`,
  summary: 'Shares a widget with the users of a role, who see it with their own figures',
  permission: [],
  body: shareBody,
  refreshes,
})

export const unShareWidget = endpoint({
  id: 'user-dashboard.un-share',
  method: 'PUT',
  path: `${prefix}/un-share`,
  summary: 'Ends the sharing of a widget with a role',
  permission: [],
  body: shareBody,
  refreshes,
})

const boardName = oneLine(z.string().trim()).min(1, 'A dashboard needs a name').max(60)
const category = z.object({ categoryId: id, name: z.string(), isHome: z.boolean() })

export const createBoard = endpoint({
  id: 'user-dashboard.category.create',
  method: 'POST',
  path: `${prefix}/category`,
  summary: 'Begins another dashboard of the user',
  permission: [],
  body: z.strictObject({
    name: boardName,
    userType: z.string().max(20).nullish(),
    id: id.nullish(),
  }),
  answer: category,
  status: 201,
  refreshes,
})

export const renameBoard = endpoint({
  id: 'user-dashboard.category.update',
  method: 'PUT',
  path: `${prefix}/category`,
  summary: "Renames one of the user's dashboards",
  permission: [],
  body: z.strictObject({ name: boardName, userType: z.string().max(20).nullish(), id }),
  answer: category,
  refreshes,
})

export const removeBoard = endpoint({
  id: 'user-dashboard.category.delete',
  method: 'DELETE',
  path: `${prefix}/category/:id`,
  summary:
    "Deletes one of the user's dashboards; without the first one its role's default stands there",
  permission: [],
  params: idParams,
  refreshes,
})

export const listBoards = endpoint({
  id: 'user-dashboard.categories',
  method: 'GET',
  path: `${prefix}/categories`,
  summary: "The user's dashboards",
  permission: [],
  answer: listOf(category),
})

const gallery = z.object({
  categoryId: z.string(),
  name: text,
  widgets: z.array(widget),
})
export type GalleryCategory = z.infer<typeof gallery>

export const listGallery = endpoint({
  id: 'user-dashboard.all',
  method: 'GET',
  path: `${prefix}/all/widgets`,
  summary: 'All widgets that the user is given, by category',
  permission: [],
  answer: listOf(gallery),
})

export const listBaseWidgets = endpoint({
  id: 'user-dashboard.base-widgets',
  method: 'GET',
  path: `${prefix}/base-widgets/:id`,
  summary: 'The widgets of one category that the user is given',
  permission: [],
  params: z.object({ id: z.string().max(60) }),
  answer: listOf(widget),
})
