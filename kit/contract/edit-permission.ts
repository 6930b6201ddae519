/**
 * The permission to change what the permission to look shows: `CRM.Lead.View` and `CRM.Lead.Edit`. A name that says more
 * than to look (`manageReasons`, `CRM.Whiteliting.Import`) is for both.
 */
export const editPermissionOf = (view: string): string => view.replace(/\.View$/, '.Edit')
