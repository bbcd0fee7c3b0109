import type { KeyDepartment } from '@keydesk/shared/keys/key';
import {
  BrainCircuit,
  Building2,
  CircuitBoard,
  Cog,
  Cpu,
  DoorOpen,
  FlaskConical,
  Landmark,
  type LucideIcon,
  Monitor,
  RadioTower,
  Zap,
} from 'lucide-react';

const icons: Record<KeyDepartment, LucideIcon> = {
  CSE: Cpu,
  EEE: Zap,
  AIML: BrainCircuit,
  IoT: RadioTower,
  ECE: CircuitBoard,
  MECH: Cog,
  CIVIL: Building2,
  IT: Monitor,
  ADMIN: Landmark,
  RESEARCH: FlaskConical,
  COMMON: DoorOpen,
};

/** A department's picture; decoration only. */
export const DepartmentIcon = ({ department }: { department: KeyDepartment }) => {
  const Icon = icons[department];
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
      <Icon aria-hidden className="size-5" />
    </span>
  );
};
