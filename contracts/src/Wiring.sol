// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {BPS, PRICE_TOLERANCE} from "./Constants.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IDigitalRights} from "./interfaces/IDigitalRights.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title Wiring: what every part of DigitalRights is wired to, and how far from the average a price may be
abstract contract Wiring is IDigitalRights {
    /// @notice How far a voucher's price may be from the on-chain average, in 1/10,000: 5 %.
    uint256 public constant PRICE_TOLERANCE_BPS = PRICE_TOLERANCE;

    /// @inheritdoc IDigitalRights
    IERC20 public immutable override USDT;
    /// @inheritdoc IDigitalRights
    IERC20 public immutable override USDR;
    /// @inheritdoc IDigitalRights
    IBurnable public immutable override DR_TOKEN;
    /// @inheritdoc IDigitalRights
    IBurnable public immutable override DRGV_TOKEN;
    /// @inheritdoc IDigitalRights
    IPriceOracle public immutable override ORACLE;
    /// @inheritdoc IDigitalRights
    address public immutable override TREASURY;

    /// @inheritdoc IDigitalRights
    IWithdrawalVault public immutable override NODE_VAULT;

    constructor(Parts memory parts) {
        Deployed.requireContract(address(parts.usdt));
        Deployed.requireContract(address(parts.usdr));
        Deployed.requireContract(address(parts.dr));
        Deployed.requireContract(address(parts.drgv));
        Deployed.requireContract(address(parts.oracle));
        Deployed.requireAccount(parts.treasury);
        Deployed.requireContract(address(parts.nodeVault));
        address depositor = parts.nodeVault.DEPOSITOR();
        if (depositor != address(this)) revert NodeVaultOfAnother(depositor);
        USDT = parts.usdt;
        USDR = parts.usdr;
        DR_TOKEN = parts.dr;
        DRGV_TOKEN = parts.drgv;
        ORACLE = parts.oracle;
        TREASURY = parts.treasury;
        NODE_VAULT = parts.nodeVault;
    }

    /// @dev Whether `value` is further than `PRICE_TOLERANCE_BPS` from `average`, an average of the oracle's or
    /// what follows from one: below 2**200.
    function _isFarFrom(uint256 value, uint256 average) internal pure returns (bool) {
        unchecked {
            uint256 difference = value > average ? value - average : average - value;
            return difference > (average * PRICE_TOLERANCE_BPS) / BPS;
        }
    }
}
