import { useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { usePermissionTitle } from './permission-names.tsx'

/** Permissions in words, each with its string. */
export function PermissionList({ permissions }: { permissions: readonly string[] }) {
  const translate = useTranslate()
  const titleOf = usePermissionTitle()
  return (
    <ul>
      {permissions.map((name) => (
        <li key={name}>
          {translate(titleOf(name))} <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}
