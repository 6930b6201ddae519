// `npm run build`: the browser's part, when it is not up to date.
import { buildWeb } from './serve/build-web.ts'

await buildWeb(console.log)
