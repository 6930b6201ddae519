export {
  isDesk,
  type OpenTicket,
  openTicket,
  organisationScope,
  type Side,
  type Standpoint,
  type SupportContext,
  seatOf,
  sideOf,
  standpointOf,
  ticketReader,
} from './standpoint.ts'
export {
  changeTicket,
  findLinkedTicket,
  lockTicket,
  type Names,
  type NewTicketRecord,
  readMerchantNames,
  readNames,
  readTenant,
  storeTicket,
  storeWords,
  type TicketChange,
  type TicketKey,
  type TicketRecord,
} from './tickets.queries.ts'
export { rowView } from './tickets.views.ts'
