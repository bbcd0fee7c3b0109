import type { KeyFields } from '@keydesk/shared/keys/key-schemas';

/** The rooms of one teaching department: classrooms on floor 1, labs on 2, offices and stores on 3. */
export type DepartmentRooms = {
  readonly department: KeyFields['department'];
  readonly block: KeyFields['block'];
  readonly classrooms: number;
  readonly labs: readonly string[];
  readonly facultyRooms: number;
  readonly stores: readonly string[];
};

/** Departments with a building, or a floor of one, of their own. */
export const departmentRooms: readonly DepartmentRooms[] = [
  {
    department: 'CSE',
    block: 'A',
    classrooms: 10,
    labs: [
      'Programming Lab 1',
      'Programming Lab 2',
      'Data Structures Lab',
      'Operating Systems Lab',
      'Computer Networks Lab',
      'Database Lab',
      'Cyber Security Lab',
      'Project Lab',
    ],
    facultyRooms: 7,
    stores: ['Server Room', 'Equipment Store'],
  },
  {
    department: 'AIML',
    block: 'B',
    classrooms: 6,
    labs: ['Machine Learning Lab', 'Deep Learning Lab', 'Data Science Lab', 'Robotics Lab'],
    facultyRooms: 5,
    stores: ['GPU Cluster Room'],
  },
  {
    department: 'IoT',
    block: 'H',
    classrooms: 5,
    labs: ['Sensors Lab', 'Embedded Systems Lab', 'Wireless Lab', 'Prototyping Lab'],
    facultyRooms: 4,
    stores: ['Component Store'],
  },
  {
    department: 'ECE',
    block: 'C',
    classrooms: 8,
    labs: [
      'Analog Circuits Lab',
      'Digital Electronics Lab',
      'Signal Processing Lab',
      'Communication Lab',
      'VLSI Design Lab',
      'Microwave Lab',
      'Microprocessor Lab',
    ],
    facultyRooms: 6,
    stores: ['Component Store', 'Instrument Store'],
  },
  {
    department: 'EEE',
    block: 'D',
    classrooms: 8,
    labs: [
      'Electrical Machines Lab',
      'Power Systems Lab',
      'Power Electronics Lab',
      'Control Systems Lab',
      'Measurements Lab',
      'High Voltage Lab',
    ],
    facultyRooms: 6,
    stores: ['Battery Room', 'Cable Store'],
  },
  {
    department: 'MECH',
    block: 'E',
    classrooms: 8,
    labs: [
      'Machine Shop',
      'Fitting Workshop',
      'Welding Workshop',
      'Thermal Engineering Lab',
      'Fluid Mechanics Lab',
      'CAD Lab',
      'Metrology Lab',
      'Materials Testing Lab',
    ],
    facultyRooms: 6,
    stores: ['Tool Store', 'Raw Material Store'],
  },
  {
    department: 'CIVIL',
    block: 'F',
    classrooms: 7,
    labs: [
      'Surveying Lab',
      'Concrete Lab',
      'Soil Mechanics Lab',
      'Environmental Lab',
      'Structural Design Lab',
    ],
    facultyRooms: 5,
    stores: ['Survey Instrument Store', 'Cement Store'],
  },
  {
    department: 'IT',
    block: 'G',
    classrooms: 7,
    labs: ['Web Technologies Lab', 'Cloud Lab', 'Mobile Apps Lab', 'Multimedia Lab', 'Testing Lab'],
    facultyRooms: 5,
    stores: ['Network Rack Room'],
  },
];
