import type { Audience } from '@counterfoil/kit/contract/audience.ts'
import { CallProblem } from '@counterfoil/kit/web/calls/problem.ts'
import { useAction, useClient } from '@counterfoil/kit/web/calls/use-call.ts'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { useTexts } from '@counterfoil/kit/web/texts/i18n.tsx'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { createRole, type Role, readRole, roleInput, updateRole } from './roles.contract.ts'
import { roleTexts } from './roles.messages.ts'

/** The fields of the form; a new role also has an owner. */
export const roleForm = roleInput.extend({
  tenantId: z.string().nullish(),
  merchantId: z.string().nullish(),
})
export type RoleFormInput = z.input<typeof roleForm>
export type RoleFormValues = z.output<typeof roleForm>

/** Creates or changes a role, and fetches the stored one where another user saved first. */
export function useSaveRole(
  kind: Audience,
  role: Role | undefined,
  { onCreated, onSaved }: { onCreated(): void; onSaved(role: Role): void },
) {
  const t = useTexts(roleTexts)
  const { client } = useClient()
  const [storedRole, setCurrent] = useState<Role>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const done = () => showSnackbar({ message: t.saved, tone: 'success' })
  const create = useAction(createRole, {
    quiet: true,
    onDone: ({ id }) => {
      done()
      onCreated()
      navigate(pathname.replace(/new$/, id), { replace: true })
    },
  })
  const update = useAction(updateRole, {
    quiet: true,
    onDone: (saved) => {
      done()
      setCurrent(undefined)
      onSaved(saved)
    },
    onProblem: async (problem) => {
      if (problem.code !== 'role.stale' || role === undefined) return
      setCurrent(await client.send(readRole, { params: { id: role.id } }))
    },
  })
  const { problem } = role === undefined ? create : update
  return {
    /** The stored role, where another user saved first. */
    current: storedRole,
    forget: () => {
      setCurrent(undefined)
      update.reset()
    },
    problem: useMemo(() => translateProblem(problem), [problem]),
    isRunning: create.isRunning || update.isRunning,
    run: (
      { tenantId, merchantId, name, permissions, scaRequiredPermissions }: RoleFormValues,
      version = role?.version,
    ) => {
      const body = { name, permissions, scaRequiredPermissions }
      return role === undefined
        ? create.run({
            params: { type: kind },
            body: { ...body, merchantId: merchantId ?? null, ...(tenantId ? { tenantId } : {}) },
          })
        : update.run({ params: { type: kind, id: role.id }, body: { ...body, version } })
    },
  }
}

/** The messages of fields are English; the problem's own message is in the user's language. */
function translateProblem(problem: CallProblem | null): CallProblem | null {
  if (problem === null || !problem.code.startsWith('role.')) return problem
  const { message, status, code, requestId } = problem
  const errors = problem.errors.map((one) => ({ ...one, message }))
  return new CallProblem(message, { status, code, requestId, errors })
}
