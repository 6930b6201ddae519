// Users as others may see and change them; who may, is decided here.
export { personOf, readManaged, readSeen, requireAnotherAdministrator } from './people.ts'
