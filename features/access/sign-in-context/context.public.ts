export { themeOf } from './context.views.ts'
