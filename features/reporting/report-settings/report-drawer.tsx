import '@counterfoil/kit/web/theme/input-styles.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { Text } from '@counterfoil/kit/contract/texts.ts'
import { useAction } from '@counterfoil/kit/web/calls/use-call.ts'
import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import { ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { SideDrawer } from '@counterfoil/kit/web/overlays/side-drawer.tsx'
import { showSnackbar } from '@counterfoil/kit/web/overlays/snackbar.tsx'
import { RecordPart } from '@counterfoil/kit/web/resource/record-part.tsx'
import { useMayCall } from '@counterfoil/kit/web/session/user.tsx'
import { useLanguage, useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, MultiSelect, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import {
  changeReportSetting,
  type ReportRole,
  type ReportSetting,
  type RoleSetting,
} from './report-settings.contract.ts'
import { overviewTexts } from './report-settings.messages.ts'
import classes from './report-settings.module.css'

interface DrawerProps {
  readonly report: ReportSetting
  readonly roles: readonly ReportRole[]
  readonly query: { readonly tenantId?: string }
  onClose(): void
}

/** What is set of one report: for everybody, and for the roles that have it otherwise. */
export function ReportDrawer({ report, roles, query, onClose }: DrawerProps) {
  const t = useTexts(overviewTexts)
  const translate = useTranslate()
  const name = translate(report.name as Text)
  const may = useMayCall(changeReportSetting) && report.isAvailable
  const [set, setSetting] = useState(() => ({
    ...{ isOn: report.isOn, ownName: report.ownName, roles: report.roles },
    ...{ hiddenColumns: report.hiddenColumns, maxDays: report.maxDays },
  }))
  const change = (more: Partial<typeof set>) => setSetting({ ...set, ...more })
  const save = useAction(changeReportSetting, {
    quiet: true,
    onDone: () => {
      showSnackbar({ message: t.saved, tone: 'success' })
      onClose()
    },
  })
  return (
    <SideDrawer isOpen onClose={onClose} title={report.ownName ?? name}>
      <fieldset disabled={!may} className={classes.form}>
        {!report.isAvailable && <p className={classes.hint}>{t.keptAbout}</p>}
        <Switch
          label={t.isOn}
          description={t.isOnHint}
          checked={set.isOn}
          onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
        />
        <RuledInput
          rule={{ ...inputRules.text, maxLength: 60 }}
          label={t.ownName}
          description={t.ownNameHint({ name })}
          value={set.ownName ?? ''}
          onValue={(typed) => change({ ownName: typed === '' ? null : typed })}
        />
        <Limits report={report} value={set} label="" onChange={(more) => change(more)} />
        <Roles
          report={report}
          roles={roles.filter((role) => role.reports.includes(report.id))}
          value={set.roles}
          onChange={(next) => change({ roles: next })}
        />
        <ProblemNote problem={save.problem} />
        {may && (
          <div>
            <Button
              size="xs"
              loading={save.isRunning}
              onClick={() =>
                save.run({
                  params: { report: report.id },
                  query,
                  body: {
                    ...set,
                    ownName: set.ownName?.trim() || null,
                    version: report.version,
                  },
                })
              }
            >
              {t.save}
            </Button>
          </div>
        )}
      </fieldset>
    </SideDrawer>
  )
}

type Limited = Pick<RoleSetting, 'hiddenColumns' | 'maxDays'>

/** Which columns are hidden, and how many days it covers. */
function Limits(props: {
  report: ReportSetting
  value: Limited
  /** Of a role: whose; empty: everybody's. */
  label: string
  onChange(value: Partial<Limited>): void
}) {
  const t = useTexts(overviewTexts)
  const translate = useTranslate()
  const { report, value, label, onChange } = props
  const named = (text: string) => (label === '' ? text : `${text} · ${label}`)
  return (
    <>
      {report.columns.length === 0 ? (
        label === '' && <p className={classes.hint}>{t.none}</p>
      ) : (
        <MultiSelect
          label={named(t.hidden)}
          {...(label === '' ? { description: t.hiddenAbout } : {})}
          searchable
          data={report.columns.map(({ id, title }) => ({
            value: id,
            label: translate(title as Text),
          }))}
          value={[...value.hiddenColumns]}
          onChange={(hiddenColumns) => onChange({ hiddenColumns })}
        />
      )}
      {report.longest !== null && (
        <RuledInput
          rule={{ ...inputRules.number, maxLength: 4 }}
          label={named(t.maxDays)}
          description={t.maxDaysHint({ days: report.longest })}
          value={value.maxDays === null ? '' : String(value.maxDays)}
          onValue={(typed) => onChange({ maxDays: typed === '' ? null : Number(typed) })}
        />
      )}
    </>
  )
}

function Roles(props: {
  report: ReportSetting
  /** Those that hold its permission. */
  roles: readonly ReportRole[]
  value: readonly RoleSetting[]
  onChange(value: RoleSetting[]): void
}) {
  const t = useTexts(overviewTexts)
  const { locale } = useLanguage()
  const { report, roles, value, onChange } = props
  const nameOf = (id: string) => roles.find((role) => role.id === id)?.name ?? id
  const others = roles
    .filter(({ id }) => !value.some(({ roleId }) => roleId === id))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  const change = (roleId: string, more: Partial<RoleSetting>) =>
    onChange(value.map((one) => (one.roleId === roleId ? { ...one, ...more } : one)))
  return (
    <RecordPart title={t.roles} about={t.rolesAbout}>
      {value.length === 0 && <p className={classes.hint}>{t.noRoles}</p>}
      {value.map((one) => (
        <section key={one.roleId} className={classes.role} aria-label={nameOf(one.roleId)}>
          <Switch
            label={`${nameOf(one.roleId)}: ${t.isOnForRole}`}
            checked={one.isOn}
            onChange={({ currentTarget }) => change(one.roleId, { isOn: currentTarget.checked })}
          />
          {one.isOn && (
            <Limits
              report={report}
              value={one}
              label={nameOf(one.roleId)}
              onChange={(more) => change(one.roleId, more)}
            />
          )}
          <div>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange(value.filter(({ roleId }) => roleId !== one.roleId))}
            >
              {t.removeRole({ name: nameOf(one.roleId) })}
            </Button>
          </div>
        </section>
      ))}
      {others.length > 0 && (
        <Select
          label={t.addRole}
          searchable
          limit={100}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(roleId) =>
            roleId !== null &&
            onChange([...value, { roleId, isOn: true, hiddenColumns: [], maxDays: null }])
          }
        />
      )}
    </RecordPart>
  )
}
