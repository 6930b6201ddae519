export {
  auditOn,
  isAgent,
  maySeeTicket,
  type OpenTicket,
  type OrganisationSide,
  openTicket,
  organisationScope,
  organisationSideOf,
  type SupportContext,
  ticketReader,
  ticketRoleOf,
} from './ticket-access.ts'
export {
  insertSearchTokens,
  insertTicket,
  lockTicket,
  type Names,
  type NewTicketRecord,
  readMerchantNames,
  readNames,
  readTenant,
  type TicketChange,
  type TicketRecord,
  updateTicket,
} from './tickets.queries.ts'
export { rowView } from './tickets.views.ts'
