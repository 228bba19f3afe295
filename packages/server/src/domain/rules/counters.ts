export const COUNTERS = [
  'message_count',
  'image_count',
  'video_count',
  'file_count',
  'link_count',
  'pin_message_count',
  'member_count',
] as const;
export type Counter = (typeof COUNTERS)[number];
export type CounterChanges = Partial<Record<Counter, number>>;
