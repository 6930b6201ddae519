import type { AnyField, ChoicesOf } from './resource-field.ts'
import type { Text } from './texts.ts'

export type Fields = Readonly<Record<string, AnyField>>

/**
 * Whose the records are.
 * - `platform`: everybody's; platform staff alone change them.
 * - `tenant`: a tenant's; those that name a merchant (`merchantField`) are also limited to it.
 * - `switch`: the platform's list, of which each tenant switches off for itself what it does not want. What the
 *   platform switched off is off for all.
 */
export type Owner = 'platform' | 'tenant' | 'switch'

/** A column that names records of a kind: what is used is not deleted. */
export interface Use {
  readonly table: string
  readonly column: string
  /** The column holds a list. */
  readonly isList?: boolean
}

/** A filter by what a reference leads to: the leads whose status means that they are open. */
export interface RelationFilter {
  readonly field: string
  /** Of the table that the field leads to. */
  readonly column: string
  readonly label: Text
  readonly choices: ChoicesOf
  /** Which of them what refers to nothing counts as. */
  readonly ofNothing?: string
  /** What the list shows when it is come to. */
  readonly initial?: string
}

/** What each kind of record says; `key` and `audience` have a value that most leave as it is. */
interface Core<F extends Fields> {
  /** In lower case with hyphens: also the beginning of its calls' ids and the type of its audit entries. */
  readonly id: string
  readonly one: Text
  readonly many: Text
  /** What it is for, below the title. */
  readonly about: Text
  /** Below `/api`. */
  readonly path: string
  /** To look; to change asks for `editPermissionOf` it, to delete for the same unless another is named. */
  readonly permission:
    | string
    | { readonly view: string; readonly edit: string; readonly remove?: string }
  readonly audience?: readonly ('platform' | 'tenant')[]
  readonly table: string
  /** `id` unless the table has another. */
  readonly key?: string
  readonly owner: Owner
  readonly fields: F
  /** Fields, those that are computed too. */
  readonly columns: readonly string[]
  /** `name`, or `-name` from the end. */
  readonly sort: string
  /** Fields that hold texts, those that are computed too. */
  readonly search: readonly string[]
}

/** What many kinds say besides. */
interface Common<F extends Fields> {
  /**
   * The page's address, with its place in the operators' settings menu, unless it says another; what is a part of another
   * record has none, it is shown with that.
   */
  readonly screen?: {
    readonly path: string
    readonly order: number
    readonly icon: string
    /** Another part of the operators' menu. */
    readonly group?: string
    /** Of a record that has a page of its own, instead of the drawer: with `:id` in it. */
    readonly record?: string
  }
  readonly filters?: readonly (keyof F & string)[]
  /** What is shown of a record and comes by itself: columns of the table that nobody types. */
  readonly computedFields?: Fields
  /** Each list of fields is there once: in the tenant, or among all of the platform's. */
  readonly unique?: readonly (readonly (keyof F & string)[])[]
  /** Columns without a foreign key; those with one are read from the database's catalogue. */
  readonly usedBy?: readonly Use[]
  /**
   * The field that says which merchant a record is for; empty: for all. `id`: the records are merchants themselves, and
   * who is limited to some sees those, and makes none.
   */
  readonly merchantField?: (keyof F & string) | 'id'
  /** Of a table that several kinds of records share: what the columns of this kind hold. */
  readonly only?: Readonly<Record<string, string>>
  /**
   * Records come by themselves (from a standard, from the product): they are only looked at and switched, or what is not
   * fixed in them is changed, too.
   */
  readonly isSeeded?: true | 'editable'
  /** Of a list that tenants switch: what platform staff hold to switch it for all of them at once. */
  readonly forAll?: string
  /** False: people's daily work, of which no process keeps anything in memory. */
  readonly isSetting?: false
  /** Values that go together, where not any do. */
  readonly example?: Readonly<Record<string, unknown>>
}

/** What only a few kinds are. What one kind alone does when it is stored, is a rule of its routes (`ResourceRules`). */
interface Special<F extends Fields> {
  /** Typed with a new record alone, and not stored with it: its own rules know what to do with it. */
  readonly createOnlyFields?: Fields
  /** Filters by what a field leads to, by their names in the address. */
  readonly relationFilters?: Readonly<Record<string, RelationFilter>>
  /** The field that takes the number of a card, of which its rules keep what may be kept. */
  readonly cardNumberIn?: keyof F & string
  /**
   * A list that may have a million records. A file brings as many of them, and they are stored many at a time: a new one
   * is no more than its row and its audit entry (rules that `ask`, or store more when it was `made` or `saved`, are refused).
   */
  readonly isLongList?: true
  /**
   * Of a long list: the columns in which a search looks instead of in `search`, each in lower case, compared as bytes and with
   * an index of its own. It finds beginnings (decision 23).
   */
  readonly beginnings?: readonly string[]
  /** Calls of others whose answers a change makes stale. */
  readonly refreshes?: readonly string[]
  /** The record that these are parts of, in an order: `sortOrder`, a computed field. */
  readonly orderedIn?: keyof F & string
  /** Merchants have it too, their own records alone, at an address and under a permission of their own. */
  readonly merchants?: MerchantPlace
  /**
   * With a new record comes a secret of this name, shown this once. Such records are not imported: it would be shown to
   * nobody. They hand on whole payments, by every method and through every provider: who is limited to some of these
   * neither makes nor changes one, as it would show them the others.
   */
  readonly credential?: Text
}

export type Declaration<F extends Fields> = Core<F> & Common<F> & Special<F>

/** Where merchants have a resource of operators. */
export interface MerchantPlace {
  /** What their page is called and says, where the operators' words are of several merchants. */
  readonly many?: Text
  readonly about?: Text
  readonly path: string
  readonly group: string
  readonly order: number
  /** Any one suffices. */
  readonly permission: readonly string[]
  /** To change, where that is a right of its own. */
  readonly edit?: readonly string[]
}

/** A declaration with what it leaves to be understood. */
export interface Declared
  extends Omit<Core<Fields>, 'permission'>,
    Common<Fields>,
    Special<Fields> {
  readonly key: string
  readonly audience: readonly ('platform' | 'tenant')[]
  readonly permission: Readonly<Record<'view' | 'edit' | 'remove', string>>
  /** With that of merchants, where they have it too: any one suffices. */
  readonly permissions: Readonly<Record<'view' | 'edit' | 'remove', readonly string[]>>
}
