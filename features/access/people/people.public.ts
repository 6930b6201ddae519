// Users as others may see and change them; who may, is decided here.
export { readManaged, readSeen } from './people.ts'
