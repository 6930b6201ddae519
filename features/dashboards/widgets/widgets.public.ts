// What dashboards and their management ask of widgets.
export { type Asking, answerAll } from './answer-question.ts'
export { findTenantWidgetIds, listWidgetRows } from './given-widgets.queries.ts'
export {
  defaultSize,
  listGivenByRole,
  listGivenWidgets,
  listOrganisationWidgets,
  readGiven,
  recordView,
} from './given-widgets.ts'
