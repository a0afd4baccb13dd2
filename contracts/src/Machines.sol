// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

import {IDigitalRights} from "./interfaces/IDigitalRights.sol";
import {PaidHours} from "./libraries/PaidHours.sol";

/// @title Machines: who owns which machine, and until when its electricity is paid
/// @dev Owners are recorded in ranges: a purchase is one slot, however many machines, and so is paying for
/// all of it.
abstract contract Machines is IDigitalRights {
    /// @dev One slot. `paidHour` is until when every machine of the purchase is paid, at least (hours since
    /// 1970); once `split`, some are paid for longer, as `_paidHours` says. So paying a whole purchase is one
    /// write, whatever its size.
    struct Purchase {
        address owner;
        uint8 machineCount;
        uint24 paidHour;
        bool split;
    }

    /// @dev Both share a storage slot with `signer` and the pause (DigitalRights inherits Vouchers first),
    /// which every call with a voucher reads. A purchase costs at least 1 USD, and a payment burns at least
    /// 6 DRGV of the 100 million there are, so neither number is ever used up.
    uint32 private _purchaseCount;
    uint40 private _electricityCount;

    /// @notice Seconds in a period of electricity.
    uint256 public constant PERIOD_DURATION = 30 days;
    /// @dev Bits of a machine id that number the machine within its purchase.
    uint256 private constant OFFSET_BITS = 7;
    uint256 private constant OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    mapping(uint256 purchaseId => Purchase) private _purchases;
    /// @dev Machines paid for longer than their purchase, ten a slot; see PaidHours.
    mapping(uint256 slot => uint256 word) private _paidHours;

    /// @inheritdoc IDigitalRights
    function purchaseCount() external view override returns (uint256) {
        return _purchaseCount;
    }

    /// @inheritdoc IDigitalRights
    function electricityCount() external view override returns (uint256) {
        return _electricityCount;
    }

    /// @inheritdoc IDigitalRights
    function purchaseOf(uint256 purchaseId) external view override returns (address owner, uint256 machineCount) {
        Purchase memory purchase = _purchases[purchaseId];
        return (purchase.owner, purchase.machineCount);
    }

    /// @inheritdoc IDigitalRights
    function ownerOf(uint256 machineID) external view override returns (address) {
        Purchase memory purchase = _purchases[machineID >> OFFSET_BITS];
        return machineID & OFFSET_MASK < purchase.machineCount ? purchase.owner : address(0);
    }

    /// @inheritdoc IDigitalRights
    function paidUntil(uint256 machineID) external view override returns (uint256) {
        (uint256 purchaseId, uint256 offset) = (machineID >> OFFSET_BITS, machineID & OFFSET_MASK);
        Purchase memory purchase = _purchases[purchaseId];
        if (offset >= purchase.machineCount) return 0;
        uint256 own = PaidHours.get(_paidHours[PaidHours.slotOf(purchaseId, offset)], offset);
        return Math.max(own, purchase.paidHour) * 1 hours;
    }

    /// @dev Gives `machineCount` new machines (1 … 100) to `owner`.
    /// @return firstMachineId The id of the first; the others follow.
    function _recordPurchase(address owner, uint8 machineCount) internal returns (uint256 firstMachineId) {
        uint32 purchaseId = _purchaseCount + 1;
        _purchaseCount = purchaseId;
        _purchases[purchaseId] = Purchase(owner, machineCount, 0, false);
        return uint256(purchaseId) << OFFSET_BITS;
    }

    /// @dev Counts a payment, checks that the ids ascend and each machine is the caller's, and pays it for
    /// `periods` more. All sums are of hours and of numbers up to 200.
    function _recordElectricity(uint256[] calldata machineIDs, uint256 periods) internal {
        unchecked {
            ++_electricityCount;
            uint256 duration = periods * (PERIOD_DURATION / 1 hours);
            uint256 nowHour = PaidHours.ceilHour(block.timestamp);
            uint256 next = 0;
            while (next < machineIDs.length) {
                uint256 first = machineIDs[next];
                if (next != 0 && first <= machineIDs[next - 1]) revert MachineIDsInvalid();
                Purchase storage purchase = _purchases[first >> OFFSET_BITS];
                Purchase memory state = purchase;
                if (state.owner != msg.sender) revert MachineNotOwned(first);

                uint256 fromHour = state.paidHour > nowHour ? state.paidHour : nowHour;
                uint256 end = next + state.machineCount;
                if (!state.split && _isWhole(machineIDs, next, end)) {
                    next = end;
                    purchase.paidHour = PaidHours.toPaidHour(fromHour + duration);
                } else {
                    if (!state.split) purchase.split = true;
                    next = _extendEach(machineIDs, next, state.machineCount, fromHour, duration);
                }
            }
        }
    }

    /// @dev Whether `machineIDs[start … end - 1]` are all machines of one purchase.
    function _isWhole(uint256[] calldata machineIDs, uint256 start, uint256 end) private pure returns (bool) {
        uint256 first = machineIDs[start];
        if (first & OFFSET_MASK != 0 || end > machineIDs.length) return false;
        if (machineIDs[end - 1] != first + (end - 1 - start)) return false;
        uint256 differences = 0;
        unchecked {
            for (uint256 i = start + 1; i < end; ++i) {
                differences |= machineIDs[i] ^ ++first;
            }
        }
        return differences == 0;
    }

    /// @dev Pays machines of one purchase from `machineIDs[start]` on, one by one; each slot of ten is
    /// written once.
    /// @return next Index of the first id that belongs to another purchase.
    function _extendEach(
        uint256[] calldata machineIDs,
        uint256 start,
        uint256 machineCount,
        uint256 fromHour,
        uint256 duration
    ) private returns (uint256 next) {
        uint256 firstID = machineIDs[start] & ~OFFSET_MASK; // of the purchase
        uint256 places = 0; // offsets below this one are done
        uint256 slot = 0;
        uint256 word = 0;
        unchecked {
            for (next = start; next < machineIDs.length; ++next) {
                uint256 offset = machineIDs[next] - firstID;
                if (offset < places) revert MachineIDsInvalid();
                if (offset >= machineCount) {
                    if (offset <= OFFSET_MASK) revert MachineNotOwned(machineIDs[next]);
                    break;
                }
                places = offset + 1;

                uint256 nextSlot = PaidHours.slotOf(firstID >> OFFSET_BITS, offset);
                if (nextSlot != slot) {
                    if (slot != 0) _paidHours[slot] = word;
                    slot = nextSlot;
                    word = _paidHours[slot];
                }
                word = PaidHours.extend(word, offset, fromHour, duration);
            }
        }
        _paidHours[slot] = word;
    }
}
