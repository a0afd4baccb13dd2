// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {BPS, PRICE_TOLERANCE, WAD} from "./Constants.sol";
import {Vouchers} from "./Vouchers.sol";
import {IBurnable} from "./interfaces/IBurnable.sol";
import {IPriceOracle} from "./interfaces/IPriceOracle.sol";
import {IWithdrawalVault} from "./interfaces/IWithdrawalVault.sol";
import {Deployed} from "./libraries/Deployed.sol";

/// @title BurnRate: how much DR a withdrawal burns
abstract contract BurnRate is IWithdrawalVault, Vouchers {
    /// @dev Small settings live in the storage slot of `signer` and the pause, which every call reads anyway.
    uint16 private _burnBps;

    /// @notice Maximum share of a withdrawal that can be burned: 10 %. For USDT, whose burn is DR from the
    /// caller's wallet: 10 % of its value at the lower of both averages, plus 5 % for a moving price
    /// (`PRICE_TOLERANCE`).
    uint256 public constant BURN_BPS_MAX = 1_000;
    /// @notice The share burned from deployment on: 5 %.
    uint256 public constant BURN_BPS_INITIAL = 500;
    /// @notice Minimum share of the voucher's DR that a withdrawal of USDT burns, in 1/10,000: 90 %.
    uint256 public constant USDT_BURN_MIN_BPS = 9_000;

    /// @inheritdoc IWithdrawalVault
    IBurnable public immutable override DR_TOKEN;
    /// @inheritdoc IWithdrawalVault
    IERC20 public immutable override USDT;
    /// @inheritdoc IWithdrawalVault
    IPriceOracle public immutable override ORACLE;

    constructor(IBurnable dr, IERC20 usdt, IPriceOracle oracle) {
        Deployed.requireContract(address(dr));
        Deployed.requireContract(address(usdt));
        Deployed.requireContract(address(oracle));
        DR_TOKEN = dr;
        USDT = usdt;
        ORACLE = oracle;
        _setBurnBps(BURN_BPS_INITIAL);
    }

    /// @inheritdoc IWithdrawalVault
    function setBurnBps(uint256 bps) external override onlyAdmin {
        _setBurnBps(bps);
    }

    /// @inheritdoc IWithdrawalVault
    function burnBps() external view override returns (uint256) {
        return _burnBps;
    }

    /// @inheritdoc IWithdrawalVault
    function burnAmountOf(uint256 amount) public view override returns (uint256) {
        return (amount * _burnBps) / BPS;
    }

    /// @inheritdoc IWithdrawalVault
    function usdtBurnOf(uint256 amount, uint256 burnAmount) public view override returns (uint256) {
        uint256 share = burnAmountOf(amount);
        if (share == 0) return 0;
        uint256 maximum = _usdtBurnMax(amount);
        if (burnAmount > maximum) burnAmount = maximum;
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(USDT), address(DR_TOKEN));
        try ORACLE.getAmountsOut(share, path) returns (uint256[] memory amounts) {
            uint256 bought = amounts[1];
            if (bought >= burnAmount) return burnAmount;
            unchecked {
                uint256 minimum = burnAmount - burnAmount / (BPS / (BPS - USDT_BURN_MIN_BPS)); // 90 %, rounded up
                return bought > minimum ? bought : minimum;
            }
        } catch {
            return burnAmount;
        }
    }

    /// @inheritdoc IWithdrawalVault
    function priceOf(address token) external view override returns (uint256) {
        return ORACLE.price(token);
    }

    /// @inheritdoc IWithdrawalVault
    function getAmountsOut(uint256 amountIn, address[] calldata path)
        external
        view
        override
        returns (uint256[] memory)
    {
        return ORACLE.getAmountsOut(amountIn, path);
    }

    /// @dev Base units of DR that `BURN_BPS_MAX` of `amount` USDT are worth at the lower of both averages,
    /// and `PRICE_TOLERANCE` more: a price that was pushed up lowers the bound of no withdrawal. Without a
    /// 24-hour average the other one counts; without either there is no bound: a withdrawal is never refused
    /// on account of a price.
    function _usdtBurnMax(uint256 amount) private view returns (uint256) {
        uint256 price = _lowestDrPriceOrZero();
        if (price == 0) return type(uint256).max;
        // Plain products: what does not fit 256 bits here is more than there is of any token.
        return (amount * (BURN_BPS_MAX * (BPS + PRICE_TOLERANCE) * WAD)) / (price * (BPS * BPS));
    }

    function _lowestDrPriceOrZero() private view returns (uint256) {
        try ORACLE.lowerPrice(address(DR_TOKEN)) returns (uint256 lower) {
            return lower;
        } catch {
            try ORACLE.price(address(DR_TOKEN)) returns (uint256 price) {
                return price;
            } catch {
                return 0;
            }
        }
    }

    function _setBurnBps(uint256 bps) private {
        if (bps > BURN_BPS_MAX) revert OutOfBounds();
        // forge-lint: disable-next-line(unsafe-typecast)
        _burnBps = uint16(bps); // at most BURN_BPS_MAX
        emit BurnRateSet(bps);
    }
}
