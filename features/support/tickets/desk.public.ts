export { assign } from './assign-ticket.ts'
