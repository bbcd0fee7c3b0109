import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * Processor, memory, event loop: one set for the process, however many applications it holds. They
 * are collected from the first time that somebody asks: watching the event loop wakes a process
 * that rests a hundred times a second.
 */
export function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
