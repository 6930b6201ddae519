import { type Route, route } from '@counterfoil/kit/server/request/route.ts'
import { listToDo } from './to-do.contract.ts'
import { readToDo } from './to-do.public.ts'

export const routes: Route[] = [
  route(listToDo, async (_input, context) => {
    const data = await readToDo(context)
    return { data, count: data.length }
  }),
]
