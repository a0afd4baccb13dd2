// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Multicall} from "@openzeppelin/contracts/utils/Multicall.sol";

import {BPS, WAD} from "./Constants.sol";
import {Deposits} from "./Deposits.sol";
import {Machines} from "./Machines.sol";
import {PODpower} from "./PODpower.sol";
import {Vouchers} from "./Vouchers.sol";
import {Wiring} from "./Wiring.sol";
import {IDigitalRights} from "./interfaces/IDigitalRights.sol";

/// @title DigitalRights
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract DigitalRights is Vouchers, Machines, PODpower, Deposits, Multicall {
    using SafeERC20 for IERC20;

    /// @notice EIP-712 type of a machine purchase.
    bytes32 public constant BUY_MACHINE_TYPEHASH = keccak256(
        "BuyMachine(address account,uint256 usdtAmount,uint256 DRGVAmount,uint256 DRGVPrice,uint256 machineCount,uint256 nonce,uint256 deadline)"
    );
    /// @notice EIP-712 type of a payment of electricity.
    bytes32 public constant ACTIVATE_MACHINE_TYPEHASH = keccak256(
        "ActivateMachine(address account,uint256[] machineIDs,uint256 DRGVAmount,uint256 DRGVPrice,uint256 Period,uint256 nonce,uint256 deadline)"
    );
    /// @notice Maximum number of machines in one purchase; keeps the gas of activating them far below a block.
    uint256 public constant BUY_BATCH_MAX = 100;
    /// @notice Maximum number of machines in one payment of electricity.
    uint256 public constant ACTIVATE_BATCH_MAX = 100;
    /// @notice Minimum value of one machine: 1 USD, 18 decimals.
    uint256 public constant MACHINE_VALUE_MIN = 1e18;
    /// @notice Maximum value of one machine: 100,000 USD, 18 decimals.
    uint256 public constant MACHINE_VALUE_MAX = 100_000e18;
    /// @notice Minimum part of a purchase's value in DRGV, in 1/10,000. Products have at least twice as much.
    uint256 public constant DRGV_SHARE_BPS_MIN = 500;
    /// @notice Maximum part of a purchase's value in DRGV, in 1/10,000. Products have at most 9,000.
    uint256 public constant DRGV_SHARE_BPS_MAX = 9_500;
    /// @notice Base units of DRGV for one machine and one period: 6 DRGV (requirement, section 9).
    uint256 public constant ELECTRICITY_FEE_PER_PERIOD = 6e18;
    /// @notice Maximum number of periods in one payment.
    uint256 public constant PERIOD_MAX = 60;

    /// @param standby Signs once the signer is revoked; zero: there is none.
    /// @param parts Contracts and addresses that it uses.
    constructor(address admin, address pauser_, address signer_, address standby, Parts memory parts)
        Vouchers("DigitalRights", admin, pauser_, signer_, standby)
        Wiring(parts)
    {}

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
        _requireNear(DRGVPrice, ORACLE.lowerPrice(address(DRGV_TOKEN)));
        _requireAmountsInRange(usdtAmount, (DRGVAmount * DRGVPrice) / WAD, machineCount);
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

        // forge-lint: disable-next-line(unsafe-typecast)
        uint256 firstMachineId = _recordPurchase(msg.sender, uint8(machineCount)); // at most BUY_BATCH_MAX

        emit MachinesBought(msg.sender, nonce, digest, firstMachineId, machineCount, usdtAmount, DRGVAmount, DRGVPrice);

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
        uint256 fee = _electricityFee(machineIDs.length, Period);
        if (DRGVAmount != fee) revert ElectricityFeeWrong(DRGVAmount, fee);
        _requirePriceInRangeIfAny(DRGVPrice);
        (uint256 nonce, bytes32 digest) =
            _useVoucher(_activationHash(machineIDs, DRGVAmount, DRGVPrice, Period, deadline), signature);

        _recordElectricity(machineIDs, Period);

        emit MachinesActivated(msg.sender, nonce, digest, machineIDs, Period, DRGVAmount, DRGVPrice);

        DRGV_TOKEN.burnFrom(msg.sender, DRGVAmount);
    }

    /// @inheritdoc IDigitalRights
    function renew(uint256[] calldata machineIDs, uint256 periods) external override nonReentrant {
        uint256 fee = _electricityFee(machineIDs.length, periods);

        _recordElectricity(machineIDs, periods);

        emit MachinesRenewed(msg.sender, machineIDs, periods, fee, _drgvPriceOrZero());

        DRGV_TOKEN.burnFrom(msg.sender, fee);
    }

    /// @inheritdoc IDigitalRights
    function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        override
    {
        if (token != address(DRGV_TOKEN) && token != address(DR_TOKEN) && token != address(USDR)) {
            revert TokenNotSupported(token);
        }
        try IERC20Permit(token).permit(msg.sender, address(this), value, deadline, v, r, s) {}
        catch {
            if (IERC20(token).allowance(msg.sender, address(this)) < value) revert PermitFailed(token, value);
        }
    }

    /// @inheritdoc IDigitalRights
    function priceOf(address token) external view override returns (uint256) {
        return ORACLE.lowerPrice(token);
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

    /// @dev Base units of DRGV for a payment of electricity; refuses a number of machines or periods outside
    /// its bounds.
    function _electricityFee(uint256 machines, uint256 periods) private pure returns (uint256) {
        if (machines == 0 || machines > ACTIVATE_BATCH_MAX) revert MachineIDsInvalid();
        if (periods == 0 || periods > PERIOD_MAX) revert PeriodInvalid(periods);
        unchecked {
            return machines * periods * ELECTRICITY_FEE_PER_PERIOD; // both bounded above
        }
    }

    /// @dev Checks a machine's value, and the parts of its payment, within bounds that no key can change.
    function _requireAmountsInRange(uint256 usdtAmount, uint256 drgvValue, uint256 machineCount) private pure {
        uint256 value = usdtAmount + drgvValue;
        unchecked {
            // the products with `value` are asked for only where it is at most the greatest
            if (
                value < machineCount * MACHINE_VALUE_MIN || value > machineCount * MACHINE_VALUE_MAX
                    || drgvValue * BPS < value * DRGV_SHARE_BPS_MIN || drgvValue * BPS > value * DRGV_SHARE_BPS_MAX
            ) revert PurchaseOutOfRange(usdtAmount, drgvValue);
        }
    }

    /// @dev Holds the price against the average where there is one. Without one any price passes: the fee is
    /// fixed, so the price decides nothing.
    function _requirePriceInRangeIfAny(uint256 drgvPrice) private view {
        uint256 average = _drgvPriceOrZero();
        if (average != 0) _requireNear(drgvPrice, average);
    }

    function _drgvPriceOrZero() private view returns (uint256 price) {
        try ORACLE.price(address(DRGV_TOKEN)) returns (uint256 average) {
            price = average;
        } catch {}
    }

    function _requireNear(uint256 drgvPrice, uint256 average) private pure {
        if (_isFarFrom(drgvPrice, average)) revert PriceOutOfRange(drgvPrice, average);
    }
}
