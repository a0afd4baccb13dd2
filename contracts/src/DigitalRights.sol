// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

import {Vouchers} from "./Vouchers.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IDigitalRights} from "./interfaces/IDigitalRights.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {PaidHours} from "./libraries/PaidHours.sol";

/// @title DigitalRights
contract DigitalRights is IDigitalRights, Vouchers, ReentrancyGuardTransient, Multicall {
    using SafeERC20 for IERC20;

    /// @dev One slot. `paidHour` is until when every machine of the purchase is paid, at least (hours since 1970); once
    /// `split`, some are paid for longer, as `_paidHours` says. So paying a whole purchase is one write, whatever its size.
    struct Purchase {
        address owner;
        uint8 machineCount;
        uint24 paidHour;
        bool split;
    }

    /// @dev Shares the storage slot of `signer` and `paused`, which every call reads anyway.
    uint64 private _purchaseCount;

    /// @notice EIP-712 type of a machine purchase.
    bytes32 public constant BUY_MACHINE_TYPEHASH = keccak256(
        "BuyMachine(address account,uint256 usdtAmount,uint256 DRGVAmount,uint256 DRGVPrice,uint256 machineCount,uint256 nonce,uint256 deadline)"
    );
    /// @notice EIP-712 type of a payment of electricity.
    bytes32 public constant ACTIVATE_MACHINE_TYPEHASH = keccak256(
        "ActivateMachine(address account,uint256[] machineIDs,uint256 DRGVAmount,uint256 DRGVPrice,uint256 Period,uint256 nonce,uint256 deadline)"
    );
    /// @notice Most machines in one purchase; keeps the gas of activating them far below a block.
    uint256 public constant BUY_BATCH_MAX = 100;
    /// @notice Most machines in one payment of electricity.
    uint256 public constant ACTIVATE_BATCH_MAX = 100;
    /// @notice Base units of DRGV for one machine and one period: 6 DRGV (requirement, section 9).
    uint256 public constant ELECTRICITY_FEE_PER_PERIOD = 6e18;
    /// @notice Seconds in a period of electricity.
    uint256 public constant PERIOD_DURATION = 30 days;
    /// @notice Most periods in one payment.
    uint256 public constant PERIOD_MAX = 60;
    /// @notice How far a voucher's price may be from the 30-minute average, in 1/10,000: 5 %.
    uint256 public constant PRICE_TOLERANCE_BPS = 500;

    uint256 private constant BPS = 10_000;
    /// @dev Bits of a machine id that number the machine within its purchase.
    uint256 private constant OFFSET_BITS = 7;
    uint256 private constant OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    /// @inheritdoc IDigitalRights
    IERC20 public immutable override USDT;
    /// @inheritdoc IDigitalRights
    IBurnable public immutable override DRGV_TOKEN;
    /// @inheritdoc IDigitalRights
    IPriceOracle public immutable override ORACLE;
    /// @inheritdoc IDigitalRights
    address public immutable override TREASURY;

    mapping(uint256 purchaseId => Purchase) private _purchases;
    /// @dev Machines paid for longer than their purchase, ten a slot; see PaidHours.
    mapping(uint256 slot => uint256 word) private _paidHours;

    constructor(
        address admin,
        address pauser_,
        address signer_,
        IERC20 usdt,
        IBurnable drgv,
        IPriceOracle oracle,
        address treasury
    ) Vouchers("DigitalRights", admin, pauser_, signer_) {
        USDT = usdt;
        DRGV_TOKEN = drgv;
        ORACLE = oracle;
        TREASURY = treasury;
    }

    /// @inheritdoc IDigitalRights
    function buyMachine(
        uint256 usdtAmount,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 machineCount,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _requireVoucherOpen(deadline);
        if (machineCount == 0 || machineCount > BUY_BATCH_MAX) revert MachineCountInvalid(machineCount);
        if (usdtAmount == 0 && DRGVAmount == 0) revert AmountZero();
        _requirePriceInRange(DRGVPrice);
        (uint256 nonce, bytes32 digest) = _useVoucher(
            keccak256(
                abi.encode(
                    BUY_MACHINE_TYPEHASH,
                    msg.sender,
                    usdtAmount,
                    DRGVAmount,
                    DRGVPrice,
                    machineCount,
                    nonces(msg.sender),
                    deadline
                )
            ),
            signature
        );

        uint64 purchaseId = _purchaseCount + 1;
        _purchaseCount = purchaseId;
        // forge-lint: disable-next-line(unsafe-typecast)
        _purchases[purchaseId] = Purchase(msg.sender, uint8(machineCount), 0, false); // at most BUY_BATCH_MAX

        emit MachinesBought(
            msg.sender,
            nonce,
            digest,
            uint256(purchaseId) << OFFSET_BITS,
            machineCount,
            usdtAmount,
            DRGVAmount,
            DRGVPrice
        );

        if (usdtAmount != 0) USDT.safeTransferFrom(msg.sender, TREASURY, usdtAmount);
        if (DRGVAmount != 0) DRGV_TOKEN.burnFrom(msg.sender, DRGVAmount);
    }

    /// @inheritdoc IDigitalRights
    function activateMachine(
        uint256[] calldata machineIDs,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 Period,
        uint256 deadline,
        bytes calldata signature
    ) external override nonReentrant {
        _requireVoucherOpen(deadline);
        if (machineIDs.length == 0 || machineIDs.length > ACTIVATE_BATCH_MAX) revert MachineIDsInvalid();
        if (Period == 0 || Period > PERIOD_MAX) revert PeriodInvalid(Period);
        uint256 fee = machineIDs.length * Period * ELECTRICITY_FEE_PER_PERIOD;
        if (DRGVAmount != fee) revert ElectricityFeeWrong(DRGVAmount, fee);
        _requirePriceInRange(DRGVPrice);
        (uint256 nonce, bytes32 digest) =
            _useVoucher(_activationHash(machineIDs, DRGVAmount, DRGVPrice, Period, deadline), signature);

        _extendPaidHours(machineIDs, (Period * PERIOD_DURATION) / 1 hours);

        emit MachinesActivated(msg.sender, nonce, digest, machineIDs, Period, DRGVAmount, DRGVPrice);

        DRGV_TOKEN.burnFrom(msg.sender, DRGVAmount);
    }

    /// @inheritdoc IDigitalRights
    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        override
    {
        if (token != address(DRGV_TOKEN)) revert TokenNotSupported(token);
        try IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s) {}
        catch {
            if (IERC20(token).allowance(msg.sender, address(this)) < value) revert PermitFailed(token, value);
        }
    }

    /// @inheritdoc IDigitalRights
    function purchaseCount() external view override returns (uint256) {
        return _purchaseCount;
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

    /// @inheritdoc IDigitalRights
    function priceOf(address token) external view override returns (uint256) {
        return ORACLE.price(token);
    }

    function _activationHash(
        uint256[] calldata machineIDs,
        uint256 DRGVAmount,
        uint256 DRGVPrice,
        uint256 Period,
        uint256 deadline
    ) private view returns (bytes32) {
        return keccak256(
            abi.encode(
                ACTIVATE_MACHINE_TYPEHASH,
                msg.sender,
                keccak256(abi.encodePacked(machineIDs)),
                DRGVAmount,
                DRGVPrice,
                Period,
                nonces(msg.sender),
                deadline
            )
        );
    }

    /// @dev Checks that the ids ascend and each machine is the caller's, and pays it for `duration` hours more.
    function _extendPaidHours(uint256[] calldata machineIDs, uint256 duration) private {
        uint256 nowHour = PaidHours.ceilHour(block.timestamp);
        uint256 next = 0;
        while (next < machineIDs.length) {
            uint256 first = machineIDs[next];
            if (next != 0 && first <= machineIDs[next - 1]) revert MachineIDsInvalid();
            Purchase storage purchase = _purchases[first >> OFFSET_BITS];
            Purchase memory state = purchase;
            if (state.owner != msg.sender) revert MachineNotOwned(first);

            uint256 fromHour = Math.max(state.paidHour, nowHour);
            uint256 end = next + state.machineCount;
            if (_isWhole(machineIDs, next, end) && !state.split) {
                next = end;
                purchase.paidHour = PaidHours.toPaidHour(fromHour + duration);
            } else {
                if (!state.split) purchase.split = true;
                next = _extendEach(machineIDs, next, state.machineCount, fromHour, duration);
            }
        }
    }

    /// @dev Whether `machineIDs[start … end - 1]` are all machines of one purchase.
    function _isWhole(uint256[] calldata machineIDs, uint256 start, uint256 end) private pure returns (bool) {
        uint256 first = machineIDs[start];
        if (first & OFFSET_MASK != 0 || end > machineIDs.length) return false;
        if (machineIDs[end - 1] != first + (end - 1 - start)) return false;
        for (uint256 i = start + 1; i < end; ++i) {
            if (machineIDs[i] != ++first) return false;
        }
        return true;
    }

    /// @dev Pays machines of one purchase from `machineIDs[start]` on, one by one; each slot of ten is written once.
    /// @return next Index of the first id that belongs to another purchase.
    function _extendEach(
        uint256[] calldata machineIDs,
        uint256 start,
        uint256 machineCount,
        uint256 fromHour,
        uint256 duration
    ) private returns (uint256 next) {
        uint256 firstID = machineIDs[start] & ~OFFSET_MASK; // of the purchase
        uint256 places; // offsets below this one are done
        uint256 slot;
        uint256 word;
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

    function _requirePriceInRange(uint256 drgvPrice) private view {
        uint256 average = ORACLE.price(address(DRGV_TOKEN));
        uint256 difference = drgvPrice > average ? drgvPrice - average : average - drgvPrice;
        if (difference > (average * PRICE_TOLERANCE_BPS) / BPS) revert PriceOutOfRange(drgvPrice, average);
    }
}
