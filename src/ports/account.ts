import type { CrawlDesk } from './crawls.ts';
import type { HostDesk } from './hosts.ts';
import type { ImportDesk } from './imports.ts';
import type { JobStore } from './jobs.ts';
import type { MemberDesk } from './members.ts';
import type { CallMemory } from './memory.ts';
import type { SourceReports } from './source-reports.ts';
import type { RankTargetDesk } from './rank-targets.ts';
import type { SiteDesk } from './site-registry.ts';
import type { ScheduleDesk } from './schedules.ts';
import type { ProjectStore } from './projects.ts';
import type { TaskStore } from './tasks.ts';
import type { UsageReports } from './usage.ts';
import type { WebhookAdmin } from './webhooks.ts';

/** What a caller can ask about its own workspace: jobs, kept answers, webhooks, projects, usage, credits, imports, crawls, hosts, schedules, sites, their tasks, tracked keywords and users. */
export interface AccountPorts {
  readonly jobs: JobStore;
  readonly answers: Pick<CallMemory, 'find'>;
  readonly webhooks: WebhookAdmin;
  readonly projects: ProjectStore;
  readonly usage: UsageReports;
  readonly imports: ImportDesk;
  readonly crawls: CrawlDesk;
  readonly hosts: HostDesk;
  readonly schedules: ScheduleDesk;
  readonly sites: SiteDesk;
  readonly targets: RankTargetDesk;
  readonly tasks: TaskStore;
  readonly sources: SourceReports;
  readonly members: MemberDesk;
}
