export { assign } from './assigning.ts'
