/** How tenants are named, and what bears their names in a store. */

/** 1–64 letters, digits, dots, hyphens and underscores: no `/`, so that none of the prefixes begins with another. */
export const tenantPattern = /^[A-Za-z0-9._-]{1,64}$/;

/** Before the names of a tenant's collections, or before the ids of his documents where collections are shared. */
export const prefixOf = (tenant: string): string => `@${tenant}/`;

/** Before the name of a collection that a scope does not see: no tenant is nameless, so nothing is stored under it. */
export const hiddenPrefix = '@/';

/** Whether a stored collection is that of some tenant. */
export const isTenants = (name: string): boolean => /^@[A-Za-z0-9._-]{0,64}\//.test(name);

/** Keys of metadata that a scope neither shows nor sets, where tenants share collections. */
const reservedPrefix = 'pincite:';
export const isReserved = (key: string): boolean => key.startsWith(reservedPrefix);

/** Says whose document it is. */
export const stampKey = `${reservedPrefix}tenant`;
/** Stands for a reserved key in filters: nothing has it. */
export const absentKey = `${reservedPrefix}absent`;
