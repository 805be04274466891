import { sql } from './sql.ts';

/** The registrable domains of both ends of a link, by their keys: a host key begins with that of its domain. */
export const SOURCE_DOMAIN = sql`substring(source_host, 1, source_domain_length)`;
export const TARGET_DOMAIN = sql`substring(target_host, 1, target_domain_length)`;

/** Leaves out what a site links to on its own hosts. */
export const BETWEEN_DOMAINS = sql`${SOURCE_DOMAIN} != ${TARGET_DOMAIN}`;
