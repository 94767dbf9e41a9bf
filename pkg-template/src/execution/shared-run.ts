import type { Attempt, AttemptOwner } from "./attempt.js";
import type { Execution } from "./execution.js";
import { waitingExecutions } from "./waiting-executions.js";

/** An execution that may share one run of its handler with others: the leader calls the handler, the others follow. */
export interface SharingExecution extends Execution, AttemptOwner {
  /** The current attempt. */
  attempt: Attempt | undefined;
  /** The executions that follow this one. */
  followers: Set<SharingExecution> | undefined;
  /** Whether it follows another one. */
  isFollower: boolean;
}

/** The execution whose handler answers this one. */
export function leaderOf({ host, key }: SharingExecution): SharingExecution | undefined {
  const leader = host.raw.answeredBy(key);
  return leader === undefined ? undefined : host.driverOf(leader);
}

/** Adds an execution to its leader's followers. */
export function followLeader(execution: SharingExecution): void {
  execution.isFollower = true;
  const leader = leaderOf(execution);
  if (!leader) return;
  addFollower(leader, execution);
  execution.watch?.follows(leader);
}

/** Removes an execution that has ended from its leader's followers. */
export function leaveLeader(execution: SharingExecution): void {
  leaderOf(execution)?.followers?.delete(execution);
}

/** Gives an execution that did not run the handler the result of the one that did. */
export function adoptResult(execution: SharingExecution): void {
  if (execution.result) return;
  const { host, key } = execution;
  const source = host.raw.answeredBy(key);
  if (source !== undefined) execution.result = host.scheduler.resultOf(source);
}

/** Gives an execution that did not run the handler the exception of the one that did. */
export function adoptCause(execution: SharingExecution): void {
  execution.cause ??= leaderOf(execution)?.cause;
}

/** Hands the attempt of a cancelled leader to the first of its followers. Returns that one. */
export function passLead(leader: SharingExecution): SharingExecution | undefined {
  const { host, attempt, followers } = leader;
  const key = host.raw.successor(leader.key);
  const successor = key === undefined ? undefined : host.driverOf(key);
  if (!successor) return undefined;
  successor.attempt = attempt;
  attempt?.handTo(successor);
  waitingExecutions.add(successor);
  successor.accepted = leader.accepted;
  for (const follower of followers ?? []) {
    if (follower !== successor) addFollower(successor, follower);
  }
  leader.attempt = undefined;
  leader.followers = undefined;
  return successor;
}

function addFollower(leader: SharingExecution, follower: SharingExecution): void {
  leader.followers ??= new Set();
  leader.followers.add(follower);
}
