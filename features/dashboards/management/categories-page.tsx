import { inputRules } from '@counterfoil/kit/web/form/input-kinds.ts'
import { RuledInput } from '@counterfoil/kit/web/form/ruled-input.tsx'
import '@counterfoil/kit/web/theme/input-styles.ts'
import { useAction, useCall } from '@counterfoil/kit/web/calls/use-call.ts'
import { ConfirmDialog, Dialog, ProblemNote } from '@counterfoil/kit/web/overlays/dialog.tsx'
import { Page, Section } from '@counterfoil/kit/web/page/page.tsx'
import { LoadingLines } from '@counterfoil/kit/web/page/states.tsx'
import { useMayCall, useUser } from '@counterfoil/kit/web/session/user.tsx'
import { useTexts, useTranslate } from '@counterfoil/kit/web/texts/i18n.tsx'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { type Category, dashboardCalls } from './management.contract.ts'
import { managementTexts } from './management.messages.ts'
import classes from './management.module.css'

/** Categories of widgets: those of the product stand, the organisation's own are added, changed and deleted. */
export default function CategoriesPage() {
  const t = useTexts(managementTexts)
  const translate = useTranslate()
  const [edited, setEdited] = useState<Category | 'new'>()
  const [removed, setRemoved] = useState<Category>()
  const may = useMayCall(dashboardCalls.createCategory)
  const list = useCall(dashboardCalls.listCategories, {})
  const remove = useAction(dashboardCalls.removeCategory, {
    quiet: true,
    onDone: () => setRemoved(undefined),
  })
  return (
    <Page
      title={t.categories}
      actions={
        may && (
          <Button size="xs" onClick={() => setEdited('new')}>
            {t.addCategory}
          </Button>
        )
      }
    >
      <Section flush>
        {list.data === undefined && <LoadingLines lines={5} />}
        {list.data !== undefined && (
          <table className={classes.table} aria-label={t.categories}>
            <thead>
              <tr>
                <th scope="col">{t.name}</th>
                <th scope="col">{t.userType}</th>
                <th scope="col">{t.count}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {list.data.data.map((one) => (
                <tr key={one.categoryId}>
                  <th scope="row">{translate(one.name)}</th>
                  <td>{t[one.userType ?? 'everybody']}</td>
                  <td>{one.widgetCount}</td>
                  <td>
                    {one.version === null && <small>{t.ofProduct}</small>}
                    {one.version !== null && may && (
                      <>
                        <Button size="compact-xs" variant="subtle" onClick={() => setEdited(one)}>
                          {t.editCategory({ name: translate(one.name) })}
                        </Button>
                        <Button
                          size="compact-xs"
                          variant="subtle"
                          color="red"
                          onClick={() => setRemoved(one)}
                        >
                          {t.deleteOne({ name: translate(one.name) })}
                        </Button>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {edited !== undefined && (
        <CategoryDialog category={edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        isOpen={removed !== undefined}
        title={t.deleteOne({ name: removed === undefined ? '' : translate(removed.name) })}
        text={t.deleteText}
        confirmLabel={t.deleteOne({ name: removed === undefined ? '' : translate(removed.name) })}
        isDangerous
        isRunning={remove.isRunning}
        problem={remove.problem}
        onConfirm={() => remove.run({ params: { categoryId: removed?.categoryId ?? '' } })}
        onClose={() => {
          remove.reset()
          setRemoved(undefined)
        }}
      />
    </Page>
  )
}

function CategoryDialog({ category, onClose }: { category: Category | 'new'; onClose(): void }) {
  const t = useTexts(managementTexts)
  const { audience } = useUser()
  const known = category === 'new' ? undefined : category
  const [name, setName] = useState(known?.name.en ?? '')
  const [nameTr, setNameTr] = useState(known?.name.tr ?? '')
  const [userType, setUserType] = useState(known?.userType ?? audience)
  const create = useAction(dashboardCalls.createCategory, { quiet: true, onDone: onClose })
  const update = useAction(dashboardCalls.updateCategory, { quiet: true, onDone: onClose })
  const body = { name, nameTr: nameTr === '' ? null : nameTr, userType }
  const save = () =>
    known === undefined
      ? create.run({ body })
      : update.run({
          params: { categoryId: known.categoryId },
          body: { ...body, version: known.version ?? 1 },
        })
  const types =
    audience === 'platform' ? (['platform'] as const) : (['tenant', 'merchant'] as const)
  return (
    <Dialog
      isOpen
      title={known === undefined ? t.addCategory : t.editCategory({ name })}
      onClose={onClose}
      action={{ label: t.save, onClick: save, isRunning: create.isRunning || update.isRunning }}
    >
      <RuledInput
        rule={{ ...inputRules.text, maxLength: 60 }}
        label={t.name}
        value={name}
        onValue={setName}
      />
      <RuledInput
        rule={{ ...inputRules.text, maxLength: 60 }}
        label={t.nameTr}
        value={nameTr}
        onValue={setNameTr}
      />
      <NativeSelect
        label={t.userType}
        value={userType}
        onChange={({ currentTarget }) => setUserType(currentTarget.value as typeof userType)}
        data={types.map((one) => ({ value: one, label: t[one] }))}
      />
      <ProblemNote problem={create.problem ?? update.problem} />
    </Dialog>
  )
}
